import { readFile } from 'node:fs/promises';

/** All bytes of an image at a path or in memory. */
export async function contentOf(input: string | Uint8Array): Promise<Buffer> {
  if (typeof input === 'string') return readFile(input);
  return Buffer.from(input.buffer, input.byteOffset, input.byteLength);
}
