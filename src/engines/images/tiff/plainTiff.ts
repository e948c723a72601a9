import { fault } from '../../../contract/faults/fault.ts';
import { bufferOf } from '../../../util/bufferOf.ts';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { type ByteSource, bytesOf, openBytes } from '../../lib/byteSource.ts';
import { withPlainColors } from './colors.ts';
import { directoriesOf, isTiff } from './directory.ts';
import { checkJpegStrips, jpeg } from './jpegStrips.ts';
import { isGray, layoutOf } from './layout.ts';
import { readOldJpeg } from './oldJpeg.ts';
import { readLevels } from './pixels.ts';
import { readerOf } from './route.ts';
import { writeTiff } from './write.ts';

/** A page of a TIFF as a separate file. */
export interface PlainTiff {
  readonly content: Buffer;
  /** The number of pages in the original file. */
  readonly pages: number;
}

/**
 * A page of a TIFF in a form that libvips reads, if it would refuse or misread the page; `undefined` for all other
 * files, which libvips reads itself.
 * @throws ConversionError `conversion.unsupported_kind`, `conversion.limit_exceeded` or `conversion.invalid_input`
 */
export async function plainTiff(input: string | Uint8Array, page: number): Promise<PlainTiff | undefined> {
  if (typeof input !== 'string') {
    return plainPage(bytesOf(bufferOf(input)), page);
  }
  const source = openBytes(input);
  try {
    return await plainPage(source, page);
  } finally {
    source.dispose();
  }
}

async function plainPage(source: ByteSource, page: number): Promise<PlainTiff | undefined> {
  if (!isTiff(source.read(0, 4))) return undefined;
  try {
    const directories = directoriesOf(source);
    const directory = directories[page];
    if (directory === undefined) throw damaged('image');
    const layout = layoutOf(directory);
    const reader = readerOf(layout);
    if (layout.compression === jpeg) checkJpegStrips(source, directory, layout);
    if (reader === 'libvips') return undefined;
    const levels =
      reader === 'oldJpeg'
        ? await readOldJpeg(source, directory, layout)
        : withPlainColors(readLevels(source, directory, layout), layout, directory);
    if (levels.isCut && isGray(layout)) {
      throw new ConversionError(fault('tiff.measurements'));
    }
    return { content: writeTiff(levels, layout, directory), pages: directories.length };
  } catch (error) {
    throw isConversionError(error) ? error : damaged('image', error);
  }
}
