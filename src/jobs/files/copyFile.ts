import { pipeline } from 'node:stream/promises';
import { piecesOf } from '../../util/byteReader.ts';
import type { FileStore } from './fileStore.ts';

/** Copies a file durably to a free name in a folder, and returns its URI. A failed copy leaves nothing behind. */
export async function copyFile(
  files: FileStore,
  fromUri: string,
  folderUri: string,
  name: string,
): Promise<string> {
  const copy = await files.createTemporary(folderUri, name);
  try {
    await pipeline(piecesOf(files.read(fromUri)), copy.sink);
  } catch (error) {
    await files.remove(copy.uri).catch(() => {});
    throw error;
  }
  return copy.uri;
}
