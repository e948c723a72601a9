import { open } from 'node:fs/promises';
import { methods } from '../lib/zip/directory.ts';
import { newEntry, ZipWriter } from '../lib/zip/writer.ts';

export interface ZippedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Writes files that are already compressed, such as images, to a ZIP, one by one.
 * @throws ConversionError
 */
export async function writeZip(path: string, files: AsyncIterable<ZippedFile>): Promise<void> {
  const zip = await open(path, 'w', 0o600);
  try {
    const writer = new ZipWriter();
    for await (const { name, content } of files) {
      const pieces = writer.add(newEntry(name, content), methods.stored, content);
      for (const piece of pieces) await zip.writeFile(piece);
    }
    await zip.writeFile(writer.end());
  } finally {
    await zip.close();
  }
}
