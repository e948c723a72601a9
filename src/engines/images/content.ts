import { readFile } from 'node:fs/promises';
import { bufferOf } from '../../util/bytes.ts';
import { fileSize } from '../../util/files.ts';
import { fault } from '../../contract/fault.ts';
import { damaged, ConversionError } from '../api/conversionError.ts';

/** Files up to this size are read into memory. For larger ones, a streaming decoder uses less memory. */
const heldBytes = 4 * 1024 ** 2;

/** Reads a whole image, from a path or from memory. */
export async function contentOf(input: string | Uint8Array): Promise<Buffer> {
  if (typeof input === 'string') return readFile(input);
  return bufferOf(input);
}

/**
 * Reads a small file into memory, because libvips would reopen it for each loader and each access. Returns a larger
 * file's path unchanged.
 */
export async function readIfSmall(input: string | Uint8Array): Promise<string | Uint8Array> {
  if (typeof input !== 'string') return input;
  const bytes = await fileSize(input);
  // libvips reports empty files correctly only if it gets a path.
  return bytes > 0 && bytes <= heldBytes ? readFile(input) : input;
}

/**
 * Runs a parser that may read past the end of a file.
 * @throws ConversionError `conversion.invalid_input` if it does
 */
export function parseWithinFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damaged('image', error) : error;
  }
}

/** More pixels than photos have. An image of this size takes 400 MB of memory. */
export const maxPixels = 100_000_000;

export function tooManyPixels(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.pixels'), { cause });
}
