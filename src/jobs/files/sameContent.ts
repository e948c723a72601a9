import { createHash } from 'node:crypto';
import type { FileStore } from './fileStore.ts';

/** Whether two files hold the same bytes. */
export async function haveSameContent(files: FileStore, one: string, other: string): Promise<boolean> {
  return (await digestOf(files, one)) === (await digestOf(files, other));
}

async function digestOf(files: FileStore, uri: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.read(uri) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
