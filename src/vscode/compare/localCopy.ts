import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type FileFacts, FileStoreError, type FileStore } from '../../jobs/files/fileStore.ts';
import { piecesOf } from '../../util/bytes.ts';

/** Copying and decoding larger files would take minutes. */
const maxFileBytes = 512 * 1024 ** 2;

/**
 * Copies a file from any file system to a path on the disk, and returns its facts.
 * @throws FileStoreError, or the signal's reason
 */
export async function copyToDisk(
  files: FileStore,
  uri: string,
  path: string,
  signal: AbortSignal,
): Promise<FileFacts> {
  const facts = await files.facts(uri);
  if (facts === undefined) throw new FileStoreError('file.missing', 'The file doesn’t exist.');
  if (facts.kind !== 'file') throw new FileStoreError('file.unreadable', 'This isn’t a file.');
  if (facts.sizeBytes > maxFileBytes) throw tooLarge();
  await pipeline(piecesOf(files.read(uri)), bounded, createWriteStream(path), { signal });
  return facts;
}

/** Limits the number of bytes, because a file may grow while it is read, and special files never end. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxFileBytes) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): FileStoreError {
  return new FileStoreError(
    'file.too_large_to_show',
    `Files larger than ${maxFileBytes} bytes aren’t shown.`,
  );
}
