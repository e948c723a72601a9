import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readHead } from '../../util/files.ts';

/** Longer than the first line of any journal. */
const headBytes = 1024;

/** The folder for the journals of all windows. */
export function journalFolder(storageFolder: string): string {
  return join(storageFolder, 'journals');
}

/** True if any window has left a journal with records. Doesn't parse the journal. */
export async function hasRecords(storageFolder: string): Promise<boolean> {
  const folder = journalFolder(storageFolder);
  const names = await readdir(folder).catch(() => []);
  const journals = names.filter((name) => name.endsWith('.jsonl'));
  return (await Promise.all(journals.map((name) => goesOnAfterHeader(join(folder, name))))).includes(true);
}

/** True if a file contains more than its header. An unreadable file counts, because its adoption reports the error. */
async function goesOnAfterHeader(path: string): Promise<boolean> {
  try {
    const head = await readHead(path, headBytes);
    const end = head.indexOf('\n');
    return end === -1 ? head.length > 0 : end + 1 < head.length;
  } catch {
    return true;
  }
}
