import sharp from 'sharp';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { type ByteSource, readExactly } from '../../lib/byteSource.ts';
import type { Directory } from './directory.ts';
import { colorings, type Layout } from './layout.ts';
import type { Levels } from './pixels.ts';

const interchangeTag = 513;
const interchangeLengthTag = 514;

/**
 * Reads a TIFF picture in old-style JPEG compression, if its data forms a complete JPEG file (TIFF 6.0, section 22).
 * Other programs don't read other forms either.
 * @throws ConversionError `conversion.unsupported_kind` if the data is split up
 * @throws RangeError or an error of libvips if the data is incomplete
 */
export async function readOldJpeg(source: ByteSource, directory: Directory, layout: Layout): Promise<Levels> {
  const jpeg = interchangeFile(source, directory);
  const isGray = layout.photometric === colorings.blackIsZero;
  if (jpeg === undefined || (!isGray && layout.photometric !== colorings.yCbCr)) {
    throw new ConversionError(fault('tiff.oldJpegParts'));
  }
  const { width, height } = layout;
  const image = sharp(jpeg, { failOn: 'error', limitInputPixels: width * height });
  const { data, info } = await image
    .toColorspace(isGray ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height || info.channels !== layout.samples) {
    throw new ConversionError(fault('tiff.oldJpegSize'));
  }
  return { width, height, channels: info.channels, highest: 0xff, data, isCut: false };
}

/**
 * Returns the JPEG file that the directory refers to, including its pixels. If the pixels are a single strip, they may
 * be outside the declared length.
 */
function interchangeFile(source: ByteSource, directory: Directory): Buffer | undefined {
  const start = directory.number(interchangeTag);
  if (start === undefined || readExactly(source, start, 2).readUInt16BE() !== 0xffd8) return undefined;
  const offsets = directory.numbers(273);
  const counts = directory.numbers(279);
  const end = start + (directory.number(interchangeLengthTag) ?? 0);
  const ends = offsets.map((offset, index) => offset + (counts[index] ?? 0));
  const areInside = offsets.every((offset) => offset >= start && offset < end);
  if (!areInside && offsets.length !== 1) return undefined;
  return readExactly(source, start, Math.max(end, ...ends) - start);
}
