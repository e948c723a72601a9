import type { Sharp } from 'sharp';
import { deflateSync } from 'node:zlib';
import { segmentsOf, withoutSegments } from '../../images/jpegSegments.ts';
import { chunksOf, dataOfChunks } from '../../lib/pngChunks.ts';

/** A picture in a form that PDF supports (ISO 32000-1, 8.9.5). */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly colors: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** RGB values of a palette. If set, samples are indexes into it. */
  readonly palette?: Buffer;
  readonly coding: 'jpeg' | 'png';
  readonly data: Uint8Array;
  /** True if samples are inverted, as in CMYK files from Adobe's programs. */
  readonly isInverted?: boolean;
  /** ICC color profile. */
  readonly profile?: Uint8Array;
  /** A grayscale picture with the opacity of each pixel. */
  readonly mask?: PagePicture;
}

/** Number of components per color. With a palette, samples have one component instead. */
export const channels = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 } as const;

const profileSpaces = { DeviceGray: 'GRAY', DeviceRGB: 'RGB ', DeviceCMYK: 'CMYK' } as const;

/** Returns a color profile if it matches the colors. A profile for other colors would make the picture unreadable. */
export function fittingProfile(
  profile: Buffer | undefined,
  colors: PagePicture['colors'],
): { readonly profile?: Buffer } {
  return profile?.toString('latin1', 16, 20) === profileSpaces[colors] ? { profile } : {};
}

/** Frame markers of baseline, extended, and progressive JPEGs. PDF supports no other kinds. */
const jpegFrames = new Set([0xc0, 0xc1, 0xc2]);
/** Markers of segments with EXIF, XMP, and other metadata. The PDF contains the color profile separately. */
const jpegMetadata = new Set([0xe1, 0xe2, 0xed, 0xfe]);
const jpegColors = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

/** Wraps a JPEG for a PDF without changing a byte. Returns `undefined` if PDF doesn't support this kind of JPEG. */
export function jpegPicture(jpeg: Buffer): PagePicture | undefined {
  const { segments } = segmentsOf(jpeg);
  const frame = segments.find(({ marker }) => jpegFrames.has(marker))?.bytes;
  if (frame === undefined || frame.length < 10) return undefined;
  const [bits, height, width] = [frame.readUInt8(4), frame.readUInt16BE(5), frame.readUInt16BE(7)];
  const components = frame.readUInt8(9);
  if (bits !== 8 || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  // All programs write CMYK JPEGs inverted, even without Adobe's marker, and our image engines read them that way, too.
  const isInverted = components === 4;
  return { width, height, bits, colors: jpegColors[components], coding: 'jpeg', data: jpeg, isInverted };
}

/** Returns a JPEG without metadata. Its pixels stay the same. */
export function withoutMetadata(jpeg: Buffer): Buffer {
  return withoutSegments(jpeg, jpegMetadata);
}

const pngColors: Readonly<Record<number, PagePicture['colors']>> = {
  0: 'DeviceGray',
  2: 'DeviceRGB',
  3: 'DeviceRGB',
};
const pngPaletteType = 3;

/** Wraps the compressed pixels of a PNG for a PDF. Returns `undefined` if the PNG is transparent or interlaced. */
export function pngPicture(png: Buffer): PagePicture | undefined {
  const chunks = [...chunksOf(png)];
  const header = dataOfChunks(chunks, 'IHDR');
  const isInterlaced = header.readUInt8(12) !== 0;
  const type = header.readUInt8(9);
  const colors = pngColors[type];
  if (colors === undefined || isInterlaced || chunks.some(({ name }) => name === 'tRNS')) return undefined;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bits: header.readUInt8(8),
    colors,
    ...(type === pngPaletteType ? { palette: dataOfChunks(chunks, 'PLTE') } : {}),
    coding: 'png',
    data: dataOfChunks(chunks, 'IDAT'),
  };
}

const bitsPerByte = 8;
const middleGray = 0x80;

/** Converts an image to black and white, with one bit per pixel. */
export async function bilevelPicture(image: Sharp): Promise<PagePicture> {
  const { data, info } = await image
    .toColorspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // Each row begins with a byte for its predictor. It stays 0, which means none.
  const rowBytes = 1 + Math.ceil(width / bitsPerByte);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < middleGray) continue;
      const at = y * rowBytes + 1 + Math.floor(x / bitsPerByte);
      rows[at] = (rows[at] ?? 0) | (middleGray >> (x % bitsPerByte));
    }
  }
  return {
    width,
    height,
    bits: 1,
    colors: 'DeviceGray',
    coding: 'png',
    data: deflateSync(rows, { level: 9 }),
  };
}
