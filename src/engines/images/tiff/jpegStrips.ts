import type { ByteSource } from '../../lib/byteSource.ts';
import type { Directory } from './directory.ts';
import type { Layout } from './layout.ts';

/** The compression in which every strip or tile is a JPEG (TIFF Technical Note 2). */
export const jpeg = 7;
const endOfImage = Buffer.of(0xff, 0xd9);
/** The maximum padding after the end. */
const tailBytes = 4096;

/**
 * Refuses a picture with a truncated JPEG, which libvips would silently fill with gray.
 * @throws RangeError
 */
export function checkJpegStrips(source: ByteSource, directory: Directory, { isTiled }: Layout): void {
  const [places, lengths] = (isTiled ? [324, 325] : [273, 279]).map((tag) => directory.numbers(tag));
  for (const [index, place] of (places ?? []).entries()) {
    const length = lengths?.[index] ?? 0;
    const bytes = Math.min(length, tailBytes);
    // An unwritten tile has no bytes.
    if (length > 0 && !source.read(place + length - bytes, bytes).includes(endOfImage)) {
      throw new RangeError('A JPEG is cut off.');
    }
  }
}
