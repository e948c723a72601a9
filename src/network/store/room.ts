import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../util/clock.ts';

/** With less a disk is as good as full: what a few ordinary jobs read and write. */
const leastFreeBytes = 64 * 1024 ** 2;
/** A quota that is used up, and a disk that may only be read, show in nothing but writing. */
const trial = Buffer.alloc(64 * 1024);

/** The room for files on a disk. */
export class Room {
  readonly #folder: string;
  #lackedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error where there is none, or was none at some time since `since`, on the monotonic clock, when somebody looked */
  async check(since = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#lackedAt = systemClock.monotonic();
      throw error;
    }
    if (this.#lackedAt >= since) throw new Error('The disk was full a moment ago.');
  }

  async #look(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    // Some file systems of networks don't know.
    if (blocks > 0 && bavail * bsize < leastFreeBytes) throw new Error('The disk is full.');
    const file = path.join(this.#folder, `trial-${randomUUID()}`);
    try {
      await writeFile(file, trial, { flush: true, mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
  }
}
