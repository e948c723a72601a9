import { Zip, ZipPassThrough } from 'fflate';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../api/conversionError.ts';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** What a zip can hold without the extensions that not every reader knows. */
const maxBytes = 0xffff_ffff;

/** Writes files that are compressed already into a zip, one after the other. @throws ConversionError */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  await pipeline(zipped(entries), createWriteStream(path, { mode: 0o600 }));
}

async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
    bytes += chunk.length;
  });
  for await (const { name, content } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(content, true);
    if (bytes > maxBytes) {
      throw new ConversionError('conversion.limit_exceeded', 'The pages take more than a zip can hold.');
    }
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}
