import type { ByteSource } from '../../lib/byteSource.ts';
import type { Directory } from './directory.ts';
import type { Layout } from './layout.ts';

/** Compression in which every strip or tile is a JPEG (TIFF Technical Note 2). */
export const jpeg = 7;
const endOfImage = Buffer.of(0xff, 0xd9);
/** Maximum number of padding bytes after the end of a JPEG. */
const tailBytes = 4096;

/**
 * Rejects a picture with a truncated JPEG, because libvips would silently fill the rest with gray.
 * @throws RangeError
 */
export function checkJpegStrips(source: ByteSource, directory: Directory, { isTiled }: Layout): void {
  const [places, lengths] = (isTiled ? [324, 325] : [273, 279]).map((tag) => directory.numbers(tag));
  for (const [index, place] of (places ?? []).entries()) {
    const length = lengths?.[index] ?? 0;
    const bytes = Math.min(length, tailBytes);
    // Tiles that were never written have a length of 0.
    if (length > 0 && !source.read(place + length - bytes, bytes).includes(endOfImage)) {
      throw new RangeError('Truncated JPEG data');
    }
  }
}
