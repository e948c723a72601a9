import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A separate folder inside the folder of the run. */
export async function newFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'bench-'));
}

/** URIs of this many copies of a file, by default a photo, in a new folder. */
export async function copiesOf(content: Uint8Array, count: number, extension = 'jpg'): Promise<string[]> {
  const folder = await newFolder();
  const files = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.${extension}`));
  for (const file of files) await writeFile(file, content);
  return files.map((file) => pathToFileURL(file).href);
}
