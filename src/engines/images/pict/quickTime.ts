import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { openImage } from '../open.ts';
import type { Raster } from '../raster/raster.ts';
import type { Cursor } from './cursor.ts';
import type { Rect } from './rect.ts';

/** A picture that QuickTime has compressed. */
export interface Compressed {
  readonly jpeg: Buffer;
  readonly place: Rect;
  readonly mode: number;
}

/** What an image description says behind the name of its codec, up to the size, and behind the length of the data. */
const descriptionBytes = 86;
const versionBytes = 2;

/**
 * Reads what stands behind the instruction (Inside Macintosh: QuickTime, "Image Compression Manager": `ImageDescription`;
 * QuickTime File Format, "Compressed QuickTime" in pictures).
 * @throws ConversionError unless it is a JPEG that covers all of its place; RangeError where the file ends too soon
 */
export function readCompressed(from: Cursor): Compressed {
  from.bytes(versionBytes);
  const matrix = Array.from({ length: 9 }, () => from.fixed());
  const matteBytes = from.uint32();
  from.bytes(8);
  const mode = from.uint16();
  from.bytes(12);
  const maskBytes = from.uint32();
  if (matteBytes > 0 || maskBytes > 0) throw new ConversionError(fault('pict.quickTimeMatte'));
  const ownBytes = from.uint32();
  const codec = from.bytes(4).toString('latin1');
  if (ownBytes < descriptionBytes) throw damaged('image');
  if (codec !== 'jpeg') throw new ConversionError(fault('pict.quickTimeCodec', codec));
  from.bytes(24);
  const [width, height] = [from.uint16(), from.uint16()];
  from.bytes(8);
  const bytes = from.uint32();
  from.bytes(ownBytes - 48);
  const [across = 1, , , , down = 1, , left = 0, top = 0] = matrix;
  const place = { top, left, bottom: top + height * down, right: left + width * across };
  return { jpeg: from.bytes(bytes === 0 ? from.left : bytes), place, mode };
}

/** The pixels of a JPEG. @throws ConversionError */
export async function pixelsOfJpeg(jpeg: Buffer): Promise<Raster> {
  const { image } = await openImage(jpeg, { autoOrient: false });
  const { data, info } = await image
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, samples: data };
}
