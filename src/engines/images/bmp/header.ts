import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { isDeep, type Masks, masks555, masks888 } from '../raster/masks.ts';
import type { Palette } from '../raster/palette.ts';
import { profileOfColors } from '../raster/profile.ts';
import { checkSize } from '../raster/raster.ts';

type Packing = 'none' | 'rle4' | 'rle8' | 'rle24' | 'file';

/** The header of a bitmap (Windows: BITMAPINFOHEADER to BITMAPV5HEADER; OS/2: BITMAPINFOHEADER, …2). */
export interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  /** Bits per pixel. */
  readonly bits: number;
  /** The compression; `file` is a JPEG or a PNG. */
  readonly packing: Packing;
  /** Used if a pixel isn't a palette index. */
  readonly masks: Masks;
  readonly palette: Palette;
  /** Offset from the start of the header. */
  readonly pixelsAt: number;
  readonly profile?: Uint8Array;
}

const coreBytes = 12;
const infoBytes = 40;
const withAlphaMaskBytes = 56;
const os2Bytes = 64;
const withProfileBytes = 124;
const maxColors = 256;
const deepKind = fault('bmp.deep');
const depths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32]);
/** BITMAPV5HEADER's `PROFILE_EMBEDDED`. */
const embedded = 0x4d424544;

/**
 * Reads a header; `pixelsAt` is the declared offset of the pixels, relative to the header.
 * @throws ConversionError, or RangeError if the header leads out of the bitmap
 */
export function headerOf(bitmap: Buffer, pixelsAt?: number): BitmapHeader {
  const bytes = bitmap.readUInt32LE(0);
  if (bytes === coreBytes) {
    const [width, height] = [bitmap.readUInt16LE(4), bitmap.readUInt16LE(6)];
    return described(bitmap, { bytes, width, height, bits: bitmap.readUInt16LE(10), pixelsAt });
  }
  if (bytes < 16 || bytes > withProfileBytes) throw damaged('image');
  const [width, height] = [bitmap.readInt32LE(4), bitmap.readInt32LE(8)];
  return described(bitmap, { bytes, width, height, bits: bitmap.readUInt16LE(14), pixelsAt });
}

interface Start {
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly pixelsAt: number | undefined;
}

function described(bitmap: Buffer, start: Start): BitmapHeader {
  const { bytes, width, bits } = start;
  const isOs2 = bytes < infoBytes || bytes === os2Bytes;
  const height = Math.abs(start.height);
  checkSize(width, height);
  // In OS/2, a header may end before trailing zero fields.
  const compression = bytes >= 20 ? bitmap.readUInt32LE(16) : 0;
  const packing = packingOf(compression, bits, isOs2);
  if (packing !== 'file' && !depths.has(bits)) throw unknownDepth(bits);
  const isMasked = !isOs2 && (compression === 3 || compression === 6);
  const end = bytes === infoBytes && isMasked ? bytes + (compression === 6 ? 16 : 12) : bytes;
  const colorBytes = bytes === coreBytes ? 3 : 4;
  const colorsUsed = bytes >= 36 ? bitmap.readUInt32LE(32) : 0;
  const isNumbered = bits >= 1 && bits <= 8;
  const colors = colorsUsed === 0 && isNumbered ? 1 << bits : colorsUsed;
  // Some programs omit the offset of the pixels, or point to the palette.
  const isKnown = start.pixelsAt !== undefined && (start.pixelsAt !== end || !isNumbered);
  const pixelsAt = isKnown ? start.pixelsAt : end + colors * colorBytes;
  if (pixelsAt < end) throw damaged('image');
  const there = Math.min(colors, maxColors, Math.floor((pixelsAt - end) / colorBytes));
  const profile = bytes === withProfileBytes ? profileOf(bitmap) : undefined;
  return {
    width,
    height,
    isTopDown: start.height < 0,
    bits,
    packing,
    pixelsAt,
    masks: isMasked ? masksAt(bitmap, bytes >= withAlphaMaskBytes || compression === 6) : usualMasks(bits),
    palette: paletteAt(bitmap, end, isNumbered ? there : 0, colorBytes),
    ...(profile && { profile }),
  };
}

function packingOf(compression: number, bits: number, isOs2: boolean): Packing {
  if (compression === 0) return 'none';
  if (compression === 1 && bits === 8) return 'rle8';
  if (compression === 2 && bits === 4) return 'rle4';
  if (compression === 3 && bits === 1) throw new ConversionError(fault('bmp.fax'));
  if (compression === 4 && bits === 24) return 'rle24';
  if (isOs2) throw damaged('image');
  if ((compression === 3 || compression === 6) && (bits === 16 || bits === 32)) return 'none';
  if (compression === 4 || compression === 5) return 'file';
  if (compression >= 11 && compression <= 13) throw new ConversionError(fault('bmp.inks'));
  throw damaged('image');
}

function unknownDepth(bits: number): Error {
  return bits === 64 ? new ConversionError(deepKind) : damaged('image');
}

/** The fourth byte of 32 bits is ignored. */
function usualMasks(bits: number): Masks {
  return bits === 16 ? masks555 : masks888;
}

function masksAt(bitmap: Buffer, hasAlpha: boolean): Masks {
  const colors = [40, 44, 48].map((at) => bitmap.readUInt32LE(at));
  const alpha = hasAlpha ? bitmap.readUInt32LE(52) : 0;
  const masks = alpha === 0 ? colors : [...colors, alpha];
  if (masks.some(isDeep)) throw new ConversionError(deepKind);
  return masks;
}

function paletteAt(bitmap: Buffer, start: number, count: number, colorBytes: number): Palette {
  const colors = new Uint8Array(count * 3);
  for (let color = 0; color < count; color += 1) {
    const at = start + color * colorBytes;
    colors.set([bitmap.readUInt8(at + 2), bitmap.readUInt8(at + 1), bitmap.readUInt8(at)], color * 3);
  }
  return { channels: 3, colors };
}

function profileOf(bitmap: Buffer): Uint8Array | undefined {
  if (bitmap.readUInt32LE(56) !== embedded) return undefined;
  const [at, bytes] = [bitmap.readUInt32LE(112), bitmap.readUInt32LE(116)];
  return profileOfColors(bitmap.subarray(at, at + bytes));
}
