import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** More than the length of a journal's first line. */
const headBytes = 1024;

/** The folder for the journals of all windows. */
export function journalFolder(storageFolder: string): string {
  return join(storageFolder, 'journals');
}

/** True if any window has left more than an empty journal; doesn't parse it. */
export async function hasRecords(storageFolder: string): Promise<boolean> {
  const folder = journalFolder(storageFolder);
  const names = await readdir(folder).catch(() => []);
  const journals = names.filter((name) => name.endsWith('.jsonl'));
  return (await Promise.all(journals.map((name) => goesOnAfterHeader(join(folder, name))))).includes(true);
}

/** An unreadable file counts: its adopter reports that. */
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
