import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../util/bufferOf.ts';

/** All bytes of an image at a path or in memory. */
export async function contentOf(input: string | Uint8Array): Promise<Buffer> {
  if (typeof input === 'string') return readFile(input);
  return bufferOf(input);
}
