import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Lends an empty folder to other programs, and removes it when `use` has ended. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lent-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lends a file with this content and extension, alone in its folder. */
export async function withFile<T>(
  content: Buffer,
  format: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const file = path.join(folder, `a.${format}`);
    await writeFile(file, content);
    return use(file);
  });
}
