import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../util/bufferOf.ts';
import { fileSize } from '../../util/fileSize.ts';
import { damaged } from '../api/faults.ts';

/** From this size on, a streaming decoder takes less memory than one with the whole file. */
const heldBytes = 4 * 1024 ** 2;

/** All bytes of an image at a path or in memory. */
export async function contentOf(input: string | Uint8Array): Promise<Buffer> {
  if (typeof input === 'string') return readFile(input);
  return bufferOf(input);
}

/** The content of a small file, which libvips would reopen for each loader and each access; else the argument. */
export async function heldIfSmall(input: string | Uint8Array): Promise<string | Uint8Array> {
  if (typeof input !== 'string') return input;
  const bytes = await fileSize(input);
  // libvips reports an empty file properly only for a path.
  return bytes > 0 && bytes <= heldBytes ? readFile(input) : input;
}

/**
 * The result of `read`, which may run past the end of a file.
 * @throws ConversionError `conversion.invalid_input` if it does
 */
export function withinFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damaged('image', error) : error;
  }
}
