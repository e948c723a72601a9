import { createHash } from 'node:crypto';
import { newMemory, piecesOf } from '../../util/byteReader.ts';
import type { FileStore } from './fileStore.ts';

/** True if two files contain the same bytes. */
export async function haveSameContent(files: FileStore, one: string, other: string): Promise<boolean> {
  return (await digestOf(files, one)) === (await digestOf(files, other));
}

async function digestOf(files: FileStore, uri: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(files.read(uri), newMemory())) hash.update(piece);
  return hash.digest('hex');
}
