import { segmentsOf, withoutSegments } from '../../images/jpegSegments.ts';
import type { PagePicture } from './picture.ts';

/** Baseline, extended, and progressive: PDF doesn't support the others. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** EXIF, XMP, and other metadata; the profile goes into the PDF. */
const metadata = new Set([0xe1, 0xe2, 0xed, 0xfe]);
const colors = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

/** A JPEG as a picture, byte for byte; `undefined` for a kind that PDF doesn't support. */
export function jpegPicture(jpeg: Buffer): PagePicture | undefined {
  const { segments } = segmentsOf(jpeg);
  const frame = segments.find(({ marker }) => frames.has(marker))?.bytes;
  if (frame === undefined || frame.length < 10) return undefined;
  const [bits, height, width] = [frame.readUInt8(4), frame.readUInt16BE(5), frame.readUInt16BE(7)];
  const components = frame.readUInt8(9);
  if (bits !== 8 || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  // All programs write CMYK inverted, even without Adobe's marker, and the other engines read it that way.
  const isInverted = components === 4;
  return { width, height, bits, colors: colors[components], coding: 'jpeg', data: jpeg, isInverted };
}

/** The JPEG without metadata, with unchanged pixels. */
export function withoutMetadata(jpeg: Buffer): Buffer {
  return withoutSegments(jpeg, metadata);
}
