import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../util/clock.ts';

/** A disk with less free space counts as full: the size of a few ordinary jobs. */
const leastFreeBytes = 64 * 1024 ** 2;
/** Only writing detects an exhausted quota and a read-only disk. */
const trial = Buffer.alloc(64 * 1024);

/** The free space of a disk. */
export class DiskSpace {
  readonly #folder: string;
  #lackedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error if there is none, or a check since `since`, on the monotonic clock, found none */
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
    // Some network file systems don't report it.
    if (blocks > 0 && bavail * bsize < leastFreeBytes) throw new Error('The disk is full.');
    const file = path.join(this.#folder, `trial-${randomUUID()}`);
    try {
      await writeFile(file, trial, { flush: true, mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
  }
}
