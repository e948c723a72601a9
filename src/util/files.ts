import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The operating system's code for an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Windows's error codes for a file that another program has open. */
const busyCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Two seconds in total. A virus scanner takes less time for most files. */
const pausesMs = [10, 20, 40, 80, 160, 320, 640, 730];

/**
 * Runs a file operation. On Windows, retries it for up to two seconds if another program, such as a virus scanner, has
 * the file open.
 * @param pauses milliseconds before each retry
 * @throws the last error of `work`
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  platform: NodeJS.Platform = process.platform,
  pauses: readonly number[] = pausesMs,
): Promise<T> {
  for (const pauseMs of platform === 'win32' ? pauses : []) {
    try {
      return await work();
    } catch (error) {
      if (!busyCodes.has(systemCode(error))) throw error;
      await pause(pauseMs);
    }
  }
  return work();
}

/** The size of a file in bytes; 0 if the file doesn't exist. */
export async function fileSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Without this flag, which Windows lacks, opening a named pipe blocks a thread until a program writes to it. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Reads the first bytes of a file. Returns none for a named pipe. @throws the system's error */
export async function readHead(file: string, bytes: number): Promise<Buffer> {
  await using handle = await open(file, constants.O_RDONLY | nonBlocking);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, null);
  return buffer.subarray(0, bytesRead);
}

/** True if a path is the folder or inside it. Both are absolute. Only compares the texts. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/**
 * Data is synced in parts of this size. Otherwise, the system might start to write a large file only at its end, while
 * the user waits.
 */
const syncedAtOnceBytes = 32 * 1024 ** 2;

/** An open file that goes to the disk while it is written. */
export class SyncedFile {
  readonly #handle: FileHandle;
  #unsyncedBytes = 0;
  #isSyncing = false;
  /** Stays rejected after a failure, as the system reports a failure only once. */
  #synced = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /**
   * Writes data at a position, or after the data before. Writes in a loop, because a disk that is almost full accepts
   * only a part of the data before it fails.
   * @throws the system's error
   */
  async write(data: Uint8Array, position?: number): Promise<void> {
    for (let done = 0; done < data.length;) {
      const start = position === undefined ? null : position + done;
      done += (await this.#handle.write(data, done, data.length - done, start)).bytesWritten;
    }
    this.#unsyncedBytes += data.length;
    if (this.#unsyncedBytes >= syncedAtOnceBytes && !this.#isSyncing) this.#syncMeanwhile();
  }

  /** Resolves once every byte is on the disk. @throws the system's error, also one from earlier */
  async sync(): Promise<void> {
    await this.#synced;
    await this.#handle.sync();
  }

  /** Closes the file, whatever happens. @throws the system's error, also one of the last sync */
  async close(): Promise<void> {
    try {
      await this.#synced;
    } finally {
      await this.#handle.close();
    }
  }

  #syncMeanwhile(): void {
    this.#unsyncedBytes = 0;
    this.#isSyncing = true;
    this.#synced = this.#synced.then(() => this.#handle.datasync());
    this.#synced.then(
      () => (this.#isSyncing = false),
      () => undefined,
    );
  }
}
