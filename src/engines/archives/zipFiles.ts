import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { EngineTask } from '../api/task.ts';
import { methods } from '../lib/zip.ts';
import { headerBytes, type NewEntry, ZipWriter } from '../lib/zipWriter.ts';
import { defaultLevels, zipOptions } from './archives.ts';
import { entryNames } from './entries.ts';

/**
 * Adds files to a ZIP with their names and dates. Reads each file in chunks instead of loading it into memory.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function zipFiles({ inputs = [], options, outputPath }: EngineTask): Promise<void> {
  const { level = defaultLevels.zip } = zipOptions.parse(options);
  const names = entryNames(inputs.map(({ fileName }) => fileName));
  await using zip = await open(outputPath, 'wx', 0o600);
  const writer = new ZipWriter();
  for (const [index, { path, modifiedMs }] of inputs.entries()) {
    const name = Buffer.from(names[index] ?? '');
    const at = writer.sizeBytes;
    const start = at + headerBytes({ name, modifiedMs });
    const { packedBytes, ...content } = await pack(path, zip, start, level);
    const header = writer.addHeader({ name, modifiedMs, ...content }, methods.deflated, packedBytes);
    await zip.write(header, 0, header.length, at);
  }
  const end = writer.end();
  await zip.write(end, 0, end.length, writer.sizeBytes);
}

interface Packed extends Pick<NewEntry, 'crc' | 'bytes'> {
  readonly packedBytes: number;
}

/** Writes a file's compressed content at an offset of the ZIP. */
async function pack(path: string, zip: FileHandle, start: number, level: number): Promise<Packed> {
  let [crc, bytes, packedBytes] = [0, 0, 0];
  const tally = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const write = async (packed: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of packed) {
      await zip.write(chunk, 0, chunk.length, start + packedBytes);
      packedBytes += chunk.length;
    }
  };
  const deflate = createDeflateRaw({ level });
  await pipeline(createReadStream(path), tally, deflate, write);
  return { crc, bytes, packedBytes };
}
