import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from './fileSize.ts';

/** The bytes of all files in a folder and the folders in it; 0 when there is none. Links count for nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => fileSize(path.join(file.parentPath, file.name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
