import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of a file in bytes; 0 if the file doesn't exist. */
export async function fileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The size in bytes of all files in a folder and its subfolders; 0 if the folder doesn't exist. Links don't count. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => fileSize(join(file.parentPath, file.name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
