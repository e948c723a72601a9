import { open } from 'node:fs/promises';

/** Makes changes of names in a folder durable, if the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder as a file, and doesn't need this.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some network file systems refuse, and a folder may be writable without being readable; the change itself
    // succeeded.
  }
}
