import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { type FileFacts, FileStoreError, type FileStore } from '../../jobs/core/fileStore.ts';
import { piecesOf } from '../../util/bytes.ts';
import { inFolder, temporaryName } from '../../jobs/core/fileUri.ts';
import { numberedName, safeFileName } from '../../contract/safeFileName.ts';
import type { VirtualFile } from '../ui/treeView.ts';

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

/**
 * Copies files that have no path on this computer into a folder, and returns their URIs. If a name exists, it gets a
 * number.
 * @throws FileStoreError
 */
export async function copyVirtualFiles(
  files: FileStore,
  virtualFiles: readonly VirtualFile[],
  folderUri: string,
): Promise<string[]> {
  const kept: string[] = [];
  for (const file of virtualFiles) kept.push(await keep(files, file, folderUri));
  return kept;
}

async function keep(files: FileStore, file: VirtualFile, folderUri: string): Promise<string> {
  const { uri, sink } = await files.createTemporary(folderUri, temporaryName());
  try {
    await pipeline(Readable.from([await file.data()]), sink);
    const name = safeFileName(file.name) ?? 'file';
    for (let number = 0; ; number += 1) {
      const target = inFolder(folderUri, numberedName(name, number));
      if (await files.moveToFree(uri, target)) return target;
    }
  } catch (error) {
    await files.remove(uri).catch(() => {});
    throw error;
  }
}
