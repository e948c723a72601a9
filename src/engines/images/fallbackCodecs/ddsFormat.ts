import { type Fault, fault } from '../../../contract/fault.ts';
import { damaged } from '../../api/conversionError.ts';
import type { Masks } from './ddsPixels.ts';

/** The header of a DDS file (Microsoft, DDS_HEADER and DDS_HEADER_DXT10). */
export interface DdsHeader {
  readonly width: number;
  readonly height: number;
  /**
   * The pixel layout: a code of four letters or the number of a Direct3D 9 format. Absent if masks describe the layout.
   */
  readonly code: string | undefined;
  /** The DXGI format, which takes the place of a code in newer files. */
  readonly dxgi: number | undefined;
  readonly flags: number;
  readonly bits: number;
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Offset of the first surface. In arrays and cubes, it is the first one at full size. */
  readonly end: number;
}

/** Flags in the header's pixel format. */
const pixelFlags = {
  alpha: 0x1,
  onlyAlpha: 0x2,
  code: 0x4,
  palette: 0x20,
  color: 0x40,
  luminance: 0x20000,
};

/** Byte offsets of header fields. */
export const heightAt = 12;
export const widthAt = 16;
export const mipMapsAt = 28;
export const dxgiAt = 128;
export const dimensionAt = 132;
export const arrayAt = 140;
const headerBytes = 128;
const extendedBytes = 20;

/** @throws ConversionError if the header is invalid, or RangeError if the file ends within it */
export function headerOf(file: Buffer): DdsHeader {
  if (file.toString('latin1', 0, 4) !== 'DDS ' || file.readUInt32LE(4) !== 124) throw damaged('image');
  const word = (at: number): number => file.readUInt32LE(at);
  const flags = word(80);
  const code = flags & pixelFlags.code ? file.toString('latin1', 84, 88) : undefined;
  const isExtended = code === 'DX10';
  return {
    width: word(widthAt),
    height: word(heightAt),
    code,
    dxgi: isExtended ? word(dxgiAt) : undefined,
    flags,
    bits: word(88),
    masks: [word(92), word(96), word(100), word(104)],
    end: headerBytes + (isExtended ? extendedBytes : 0),
  };
}

/** Uncompressed pixels of up to 32 bits, with a bit mask for each channel. */
interface MaskedKind {
  readonly bytes: number;
  readonly masks: Masks;
}

const rgba8 = { bytes: 4, masks: [0xff, 0xff00, 0xff0000, 0xff000000] };
const bgra8 = { bytes: 4, masks: [0xff0000, 0xff00, 0xff, 0xff000000] };
const bgrx8 = { bytes: 4, masks: [0xff0000, 0xff00, 0xff] };
const rgb10 = { bytes: 4, masks: [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000] };
const twoSixteens = { bytes: 4, masks: [0xffff, 0xffff0000, 0] };
const twoEights = { bytes: 2, masks: [0xff, 0xff00, 0] };

/** Uncompressed formats by DXGI number. Typeless formats are read as unsigned normalized ones. */
const maskedFormats: ReadonlyMap<number, MaskedKind> = new Map([
  [23, rgb10],
  [24, rgb10],
  [27, rgba8],
  [28, rgba8],
  [29, rgba8],
  [33, twoSixteens],
  [35, twoSixteens],
  [48, twoEights],
  [49, twoEights],
  [53, { bytes: 2, masks: [0xffff] }],
  [56, { bytes: 2, masks: [0xffff] }],
  [60, { bytes: 1, masks: [0xff] }],
  [61, { bytes: 1, masks: [0xff] }],
  [85, { bytes: 2, masks: [0xf800, 0x7e0, 0x1f] }],
  [86, { bytes: 2, masks: [0x7c00, 0x3e0, 0x1f, 0x8000] }],
  [87, bgra8],
  [88, bgrx8],
  [90, bgra8],
  [91, bgra8],
  [92, bgrx8],
  [93, bgrx8],
  [115, { bytes: 2, masks: [0xf00, 0xf0, 0xf, 0xf000] }],
]);

/** Compression formats, which encode blocks of 4 × 4 pixels. */
export type BlockKind = 'BC1' | 'BC2' | 'BC3' | 'BC4' | 'BC4 signed' | 'BC5' | 'BC5 signed' | 'BC7';

const blockFormats: ReadonlyMap<number, BlockKind> = new Map([
  [70, 'BC1'],
  [71, 'BC1'],
  [72, 'BC1'],
  [73, 'BC2'],
  [74, 'BC2'],
  [75, 'BC2'],
  [76, 'BC3'],
  [77, 'BC3'],
  [78, 'BC3'],
  [79, 'BC4'],
  [80, 'BC4'],
  [81, 'BC4 signed'],
  [82, 'BC5'],
  [83, 'BC5'],
  [84, 'BC5 signed'],
  [97, 'BC7'],
  [98, 'BC7'],
  [99, 'BC7'],
]);

const blockCodes: ReadonlyMap<string, BlockKind> = new Map([
  ['DXT1', 'BC1'],
  ['DXT3', 'BC2'],
  ['DXT5', 'BC3'],
  ['ATI1', 'BC4'],
  ['BC4U', 'BC4'],
  ['BC4S', 'BC4 signed'],
  ['ATI2', 'BC5'],
  ['BC5U', 'BC5'],
  ['BC5S', 'BC5 signed'],
]);

/** Returns the compression format of a surface, or `undefined` if it is uncompressed. */
export function blockKindOf({ code, dxgi }: DdsHeader): BlockKind | undefined {
  return dxgi === undefined ? blockCodes.get(code ?? '') : blockFormats.get(dxgi);
}

/** Returns the channel masks of a surface, or `undefined` if it is compressed or its format isn't supported. */
export function maskedKindOf({ code, dxgi, flags, bits, masks }: DdsHeader): MaskedKind | undefined {
  if (dxgi !== undefined) return maskedFormats.get(dxgi);
  const isGray = (flags & pixelFlags.luminance) !== 0;
  const isColor = (flags & pixelFlags.color) !== 0 && (flags & pixelFlags.palette) === 0;
  if (code !== undefined || (!isGray && !isColor) || ![8, 16, 24, 32].includes(bits)) return undefined;
  const [red, green, blue, alpha] = masks;
  const hasAlpha = (flags & pixelFlags.alpha) !== 0 && alpha !== 0;
  const colors = isGray ? [within(red, bits)] : [red, green, blue];
  return { bytes: bits / 8, masks: hasAlpha ? [...colors, alpha] : colors };
}

/**
 * Limits a mask to the bits of a pixel. Some writers leave the mask of grayscale images empty, which means all bits.
 */
function within(mask: number, bits: number): number {
  const all = 2 ** bits - 1;
  return (mask & all) === 0 ? all : mask;
}

/** Returns the reason why a format isn't supported. */
export function unsupportedReason({ code, dxgi, flags }: DdsHeader): Fault {
  if (dxgi !== undefined) return otherFormats.get(dxgi) ?? fault('dds.format', String(dxgi));
  if (code !== undefined) return /^\w{4}$/.test(code) ? fault('dds.code', code) : fault('dds.realNumbers');
  if (flags & pixelFlags.palette) return fault('dds.palette');
  if (flags & pixelFlags.onlyAlpha) return fault('dds.alpha');
  return fault('dds.slopes');
}

const otherFormats: ReadonlyMap<number, Fault> = new Map([
  ...[2, 6, 10, 16, 26, 34, 41, 54, 67].map((dxgi) => [dxgi, fault('dds.realNumbers')] as const),
  ...[13, 31, 37, 51, 58, 63].map((dxgi) => [dxgi, fault('dds.signed')] as const),
  ...[94, 95, 96].map((dxgi) => [dxgi, fault('dds.blocks')] as const),
  [65, fault('dds.alpha')],
]);
