import { fault } from '../../../contract/fault.ts';
import { bufferOf } from '../../../util/bytes.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { type ByteSource, bytesOf, openBytes } from '../../lib/byteSource.ts';
import { maxPixels, tooManyPixels } from '../content.ts';
import { type Directory, directoriesOf, isTiff } from './directory.ts';
import { colorings, isGray, jpeg, type Layout, layoutOf } from './layout.ts';
import { type Levels, readLevels } from './pixels.ts';
import { readerOf } from './route.ts';
import { writeTiff } from './write.ts';

/** A page of a TIFF, as a separate file. */
interface ReadableTiff {
  readonly content: Buffer;
  /** Number of pages in the original file. */
  readonly pages: number;
}

/**
 * Returns a page of a TIFF in a form that libvips can read, if libvips would reject or misread the original. Returns
 * `undefined` if it reads the original correctly, or if the file isn't a TIFF.
 * @throws ConversionError `conversion.unsupported_kind`, `conversion.limit_exceeded` or `conversion.invalid_input`
 */
export async function readableTiff(
  input: string | Uint8Array,
  page: number,
): Promise<ReadableTiff | undefined> {
  if (typeof input !== 'string') {
    return readablePage(bytesOf(bufferOf(input)), page);
  }
  const source = openBytes(input);
  try {
    return await readablePage(source, page);
  } finally {
    source.dispose();
  }
}

async function readablePage(source: ByteSource, page: number): Promise<ReadableTiff | undefined> {
  if (!isTiff(source.read(0, 4))) return undefined;
  try {
    const directories = directoriesOf(source);
    const directory = directories[page];
    if (directory === undefined) throw damaged('image');
    const layout = layoutOf(directory);
    const reader = readerOf(layout);
    if (layout.compression === jpeg) checkJpegStrips(source, directory, layout);
    if (reader === 'libvips') return undefined;
    // Checked before decompression, because 400 megapixels may take up a few kilobytes in a file.
    if (layout.width * layout.height > maxPixels) throw tooManyPixels();
    const levels = withColors(readLevels(source, directory, layout), layout, directory);
    if (levels.isCut && isGray(layout)) {
      throw new ConversionError(fault('tiff.measurements'));
    }
    return { content: writeTiff(levels, layout, directory), pages: directories.length };
  } catch (error) {
    throw isConversionError(error) ? error : damaged('image', error);
  }
}

/**
 * Replaces palette indexes with RGB colors. The palette lists all reds first, then all greens, then all blues, with 16
 * bits each (TIFF 6.0, section 5).
 */
function withColors(levels: Levels, { photometric, bits }: Layout, directory: Directory): Levels {
  if (photometric !== colorings.palette) return levels;
  const palette = directory.numbers(320);
  const colors = 2 ** bits;
  // Some programs write palettes with 8 bits, contrary to the standard.
  const divisor = palette.some((each) => each > 0xff) ? 257 : 1;
  const channels = levels.channels + 2;
  const data = new Uint8Array((levels.data.length / levels.channels) * channels);
  for (let from = 0, to = 0; to < data.length; from += levels.channels, to += channels) {
    // Indexes were read as brightness levels, so convert them back.
    const color = Math.round(((levels.data[from] ?? 0) / levels.highest) * (colors - 1));
    for (let index = 0; index < 3; index += 1) {
      data[to + index] = Math.round((palette[index * colors + color] ?? 0) / divisor);
    }
    if (levels.channels > 1) data[to + 3] = (levels.data[from + 1] ?? 0) / (levels.highest / 0xff);
  }
  return { ...levels, channels, highest: 0xff, data };
}

const endOfImage = Buffer.of(0xff, 0xd9);
/** Maximum number of padding bytes after the end of a JPEG. */
const tailBytes = 4096;

/**
 * Rejects a picture with a truncated JPEG, because libvips would silently fill the rest with gray.
 * @throws RangeError
 */
function checkJpegStrips(source: ByteSource, directory: Directory, { isTiled }: Layout): void {
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
