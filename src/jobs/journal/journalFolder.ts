import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** More than the line takes with which a journal begins. */
const headBytes = 1024;

/** Where the journals of all windows lie below the folder that they share. */
export function journalFolder(storageFolder: string): string {
  return join(storageFolder, 'journals');
}

/** Whether any window has left more than an empty journal; without understanding what it says. */
export async function hasRecords(storageFolder: string): Promise<boolean> {
  const folder = journalFolder(storageFolder);
  const names = await readdir(folder).catch(() => []);
  const journals = names.filter((name) => name.endsWith('.jsonl'));
  return (await Promise.all(journals.map((name) => goesOnAfterHeader(join(folder, name))))).includes(true);
}

/** What can't be read counts: whoever takes it up says so. */
async function goesOnAfterHeader(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const end = buffer.indexOf('\n');
    return end === -1 ? bytesRead > 0 : end + 1 < bytesRead;
  } catch {
    return true;
  }
}
