import { setTimeout as pause } from 'node:timers/promises';

/** What Windows says of a file that somebody else holds open. */
const busyCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Two seconds in all, which is more than a virus scanner spends on most files. */
const pausesMs = [10, 20, 40, 80, 160, 320, 640, 730];

/**
 * Does something to a name on the disk. Windows refuses that while another program, such as a virus scanner, looks at the
 * file, so there it is tried again for up to two seconds.
 * @param pauses milliseconds before each further try
 * @throws what `work` failed with last
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
      if (!(error instanceof Error && 'code' in error && busyCodes.has(error.code))) throw error;
      await pause(pauseMs);
    }
  }
  return work();
}
