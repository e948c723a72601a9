import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../util/bufferOf.ts';
import { fileSize } from '../../util/fileSize.ts';

/** From here on a decoder that reads as it goes takes less memory than one that is given all of a file. */
const heldBytes = 4 * 1024 ** 2;

/** All bytes of an image at a path or in memory. */
export async function contentOf(input: string | Uint8Array): Promise<Buffer> {
  if (typeof input === 'string') return readFile(input);
  return bufferOf(input);
}

/** The same of a small one, which libvips would open for each of its loaders, and again for each look; else what is given. */
export async function heldIfSmall(input: string | Uint8Array): Promise<string | Uint8Array> {
  if (typeof input !== 'string') return input;
  const bytes = await fileSize(input);
  // libvips reports an empty file properly only for a path.
  return bytes > 0 && bytes <= heldBytes ? readFile(input) : input;
}
