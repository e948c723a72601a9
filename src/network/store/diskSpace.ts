import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceError } from '../../contract/errors.ts';
import { serviceError } from '../../service/faults.ts';
import { systemClock } from '../../util/clock.ts';

/** A disk with less free space than this counts as full. It is the size of a few typical jobs. */
const minFreeBytes = 64 * 1024 ** 2;
/** The content of a test file, because only writing detects an exceeded quota or a read-only disk. */
const probe = Buffer.alloc(64 * 1024);

/** Checks the free space of a disk. */
export class DiskSpace {
  readonly #folder: string;
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Checks that the disk has space.
   * @throws Error if the disk is full, or if a check since the monotonic time `since` found that it was full
   */
  async check(since = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      await this.#probe();
    } catch (error) {
      this.#fullAt = systemClock.monotonic();
      throw error;
    }
    if (this.#fullAt >= since) throw new Error('The disk was full during the job');
  }

  async #probe(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    // Some network file systems report a size of 0, which isn't evidence of a full disk.
    if (blocks > 0 && bavail * bsize < minFreeBytes) throw new Error('The disk is full');
    const file = path.join(this.#folder, `probe-${randomUUID()}`);
    try {
      await writeFile(file, probe, { flush: true, mode: 0o600 });
    } finally {
      await rm(file, { force: true });
    }
  }
}

/** The share of the space that others haven't reserved, which one account may reserve if it uploads several files. */
const share = 1 / 2;

/**
 * True if an account may reserve space for another file. Reserving is free of charge, so no account may reserve all of
 * it. `free` is the space that nobody has reserved, and `taken` the space that the account has.
 */
export function hasSpace(bytes: number, free: number, taken: number): boolean {
  return bytes <= free && (taken === 0 || taken + bytes <= (free + taken) * share);
}

/** The error if there is no space for another file. */
export function saturated(): ServiceError {
  return serviceError('queue.pool_saturated', 'Too many files are arriving. Try again shortly.');
}
