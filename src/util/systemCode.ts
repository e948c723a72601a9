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
