import { segmentsOf, withoutSegments } from '../../images/jpegSegments.ts';
import type { PagePicture } from './picture.ts';

/** Frame markers of baseline, extended, and progressive JPEGs. PDF supports no other kinds. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Markers of segments with EXIF, XMP, and other metadata. The PDF contains the color profile separately. */
const metadata = new Set([0xe1, 0xe2, 0xed, 0xfe]);
const colors = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

/** Wraps a JPEG for a PDF without changing a byte. Returns `undefined` if PDF doesn't support this kind of JPEG. */
export function jpegPicture(jpeg: Buffer): PagePicture | undefined {
  const { segments } = segmentsOf(jpeg);
  const frame = segments.find(({ marker }) => frames.has(marker))?.bytes;
  if (frame === undefined || frame.length < 10) return undefined;
  const [bits, height, width] = [frame.readUInt8(4), frame.readUInt16BE(5), frame.readUInt16BE(7)];
  const components = frame.readUInt8(9);
  if (bits !== 8 || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  // All programs write CMYK JPEGs inverted, even without Adobe's marker, and our image engines read them that way, too.
  const isInverted = components === 4;
  return { width, height, bits, colors: colors[components], coding: 'jpeg', data: jpeg, isInverted };
}

/** Returns a JPEG without metadata. Its pixels stay the same. */
export function withoutMetadata(jpeg: Buffer): Buffer {
  return withoutSegments(jpeg, metadata);
}
