import { open } from 'node:fs/promises';

/** Makes a change of names in a folder outlive a power cut, where the system knows how to. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file and needs no such thing.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
