import { open } from 'node:fs/promises';

/** Makes a change of names in a folder outlive a power cut, as far as the system knows how to. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file and needs no such thing.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some network file systems refuse, and a folder may be writable without being readable; the change itself was made.
  }
}
