import { type Fault, fault } from '../../contract/fault.ts';
import { own } from '../../util/own.ts';

/**
 * Header lengths: OS/2 1.x, the smallest Windows header, the first one with an alpha mask, and the largest OS/2 2.x
 * header.
 */
const bmpHeaderBytes = { core: 12, info: 40, alpha: 56, os2: 64 } as const;
const bmpCompressions = { masks: 3, file: [4, 5], masksWithAlpha: 6, cmyk: [11, 12, 13] } as const;
/** Offsets in the file. The file header takes the first 14 bytes. */
const [bytesAt, bitsAt, compressionAt, masksAt, alphaMaskAt] = [14, 28, 30, 54, 66];

/**
 * Returns the reason why ImageMagick can't read a BMP correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedBmpReason(file: Buffer): Fault | undefined {
  const start = file.toString('latin1', 0, 2);
  if (start !== 'BM') return start === 'BA' ? fault('bmp.screens') : undefined;
  const bytes = file.readUInt32LE(bytesAt);
  if (bytes === bmpHeaderBytes.core) return undefined;
  if (bytes < bmpHeaderBytes.info || bytes === bmpHeaderBytes.os2) return fault('bmp.os2');
  const bits = file.readUInt16LE(bitsAt);
  if (bits === 2) return fault('bmp.twoBits');
  if (bits === 64) return fault('bmp.deep');
  const compression = file.readUInt32LE(compressionAt);
  if (bmpCompressions.file.some((each) => each === compression)) return fault('bmp.file');
  if (bmpCompressions.cmyk.some((each) => each === compression)) return fault('bmp.inks');
  if (compression === bmpCompressions.masksWithAlpha) return fault('bmp.masks');
  if (compression !== bmpCompressions.masks) return undefined;
  const colors = [0, 4, 8].map((at) => maskWidth(file.readUInt32LE(masksAt + at)));
  const alpha = hasAlphaMask(file) ? maskWidth(file.readUInt32LE(alphaMaskAt)) : 8;
  if ([...colors, alpha].some((width) => width > 8)) return fault('bmp.deep');
  return alpha < 8 || colors.some((width) => width < 5 || width === 7) ? fault('bmp.masks') : undefined;
}

/** True if the header defines an alpha channel. ImageMagick also reads unused bytes as alpha. */
export function hasAlphaMask(file: Buffer): boolean {
  return (
    file.readUInt32LE(bytesAt) >= bmpHeaderBytes.alpha &&
    file.readUInt32LE(compressionAt) === bmpCompressions.masks &&
    file.readUInt32LE(alphaMaskAt) !== 0
  );
}

/** Returns the number of bits in a mask, or 0 if the bits aren't contiguous. */
function maskWidth(mask: number): number {
  const most = mask >>> (31 - Math.clz32(mask & -mask));
  return (most & (most + 1)) === 0 ? 32 - Math.clz32(most) : 0;
}

/** Image types (Truevision TGA File Format Specification 2.0). Run-length encoding adds 8 to a type. */
const [empty, palette, grays, runLength] = [0, 1, 3, 8];
const huffman: ReadonlySet<number> = new Set([32, 33]);
const [typeAt, paletteBitsAt, tgaBitsAt, descriptorAt] = [2, 7, 16, 17];
const tgaSignature = 'TRUEVISION-XFILE.\0';
const tgaFooterBytes = 26;
const attributesAt = 494;
/** Attribute types for no alpha and for premultiplied alpha. */
const [noAlpha, premultiplied] = [0, 4];

/**
 * Returns the reason why ImageMagick can't read a Targa file correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedTgaReason(file: Buffer): Fault | undefined {
  const [type, bits, descriptor] = [typeAt, tgaBitsAt, descriptorAt].map((at) => file.readUInt8(at));
  if (type === undefined || descriptor === undefined) return undefined;
  if (type === empty) return fault('tga.empty');
  if (huffman.has(type)) return fault('tga.huffman');
  const colors = type & ~runLength;
  if (colors < palette || colors > grays) return undefined;
  if (descriptor >> 6 !== 0) return fault('tga.interlaced');
  const hasAlpha = (descriptor & 15) > 0;
  if (colors === grays && bits === 16) return fault('tga.gray');
  if (colors === palette && bits === 16) return fault('tga.indices');
  if (colors === palette && file.readUInt8(paletteBitsAt) === 16 && hasAlpha) return fault('tga.alpha');
  const attributes = attributesOf(file);
  if (attributes === premultiplied) return fault('tga.premultiplied');
  return attributes === noAlpha && hasAlpha ? fault('tga.attributes') : undefined;
}

/** Returns the attribute type, which only files in version 2 with an extension area contain. */
function attributesOf(file: Buffer): number | undefined {
  if (
    file.length < tgaFooterBytes ||
    file.toString('latin1', file.length - tgaSignature.length) !== tgaSignature
  ) {
    return undefined;
  }
  const at = file.readUInt32LE(file.length - tgaFooterBytes);
  return at === 0 ? undefined : file[at + attributesAt];
}

const pcxManufacturer = 10;
const [versionAt, pcxBitsAt, colorsAt, planesAt, paletteKindAt] = [1, 3, 16, 65, 68];
const pcxHeaderColorBytes = 48;
/** First version with a palette of 256 colors, which is at the end of the file after a marker byte. */
const versionOfPalettes = 5;
const [fileColorBytes, paletteMarker] = [256 * 3, 12];
const grayPalette = 2;
/** Supported combinations of bits per sample and planes. */
const pcxKinds: ReadonlySet<string> = new Set([
  '1×1',
  '1×2',
  '1×3',
  '1×4',
  '2×1',
  '4×1',
  '8×1',
  '8×3',
  '8×4',
]);

/**
 * Returns the reason why ImageMagick can't read a PCX correctly, or `undefined` if it can (ZSoft PCX File Format
 * Technical Reference Manual).
 * @throws RangeError if the file ends too soon
 */
export function unsupportedPcxReason(file: Buffer): Fault | undefined {
  const [bits, planes] = [file.readUInt8(pcxBitsAt), file.readUInt8(planesAt)];
  if (file[0] !== pcxManufacturer) return undefined;
  if (!pcxKinds.has(`${bits}×${planes}`)) return fault('pcx.planes', planes, bits);
  if (isOneBit(file)) return isInverted(file) || isWhiteFirst(file) ? undefined : fault('pcx.twoColors');
  if (bits < 8) return pcxHeaderColors(file).every((each) => each === 0) ? fault('pcx.palette') : undefined;
  const isGray =
    file.readUInt8(versionAt) < versionOfPalettes || file.readUInt16LE(paletteKindAt) === grayPalette;
  const hasPalette = file.at(-1 - fileColorBytes) === paletteMarker;
  return planes === 1 && isGray && !hasPalette ? fault('pcx.palette') : undefined;
}

/**
 * True for one-bit images in which a set bit means white. That is the usual meaning, but ImageMagick always reads the
 * opposite.
 */
export function isInverted(file: Buffer): boolean {
  const two = pcxHeaderColors(file).toString('hex', 0, 6);
  // Most programs leave the palette in the header unset, or set it to the default EGA colors.
  const isUnset = two.slice(0, 6) === two.slice(6) || two === '0000000000aa';
  return isOneBit(file) && (isUnset || two === '000000ffffff');
}

function isWhiteFirst(file: Buffer): boolean {
  return pcxHeaderColors(file).toString('hex', 0, 6) === 'ffffff000000';
}

function isOneBit(file: Buffer): boolean {
  return file[pcxBitsAt] === 1 && file[planesAt] === 1;
}

function pcxHeaderColors(file: Buffer): Buffer {
  return file.subarray(colorsAt, colorsAt + pcxHeaderColorBytes);
}

/** Samples per pixel for each tuple type of a PAM file. If the type is missing, ImageMagick can only read RGB. */
const tupleSamples: Readonly<Record<string, number>> = {
  '': 3,
  BLACKANDWHITE: 1,
  GRAYSCALE: 1,
  RGB: 3,
  BLACKANDWHITE_ALPHA: 2,
  GRAYSCALE_ALPHA: 2,
  RGB_ALPHA: 4,
};
const maxHeaderBytes = 64 * 1024;
/** Maximum sample values that ImageMagick scales correctly: everything up to `maxWhite`, and `fullWhite`. */
const [maxWhite, fullWhite] = [32_767, 65_535];

/** Returns the reason why ImageMagick can't read a PBM, PGM, PPM, or PAM correctly, or `undefined` if it can. */
export function unsupportedPnmReason(file: Buffer): Fault | undefined {
  const magic = file.toString('latin1', 0, 2);
  if (magic === 'P7') return unsupportedPamReason(file);
  if (!/^P[1-6]/.test(magic)) return fault('damaged.image');
  return /^P[14]/.test(magic) ? undefined : unreadWhite(firstNumbers(file)[2]);
}

/**
 * Returns the numbers in the header of a PBM, PGM, or PPM: width, height, and, except for PBM, the maximum value. Skips
 * comments.
 */
export function firstNumbers(file: Buffer): readonly number[] {
  const header = file.toString('latin1', 2, maxHeaderBytes).replaceAll(/#[^\n]*/g, '');
  return (header.match(/\d+/g) ?? []).map(Number);
}

/** PAM headers have one line for each field (netpbm, pam(5)). */
function unsupportedPamReason(file: Buffer): Fault | undefined {
  const lines = file.toString('latin1', 0, maxHeaderBytes).split('\nENDHDR', 1)[0]?.split('\n') ?? [];
  const fields = new Map(lines.map((line) => line.trim().split(/\s+/)).map(([name, value]) => [name, value]));
  const [samples, white] = [Number(fields.get('DEPTH')), Number(fields.get('MAXVAL'))];
  const type = fields.get('TUPLTYPE') ?? '';
  if (own(tupleSamples, type) !== samples) {
    return type === '' ? fault('pam.samples', samples) : fault('pam.type', type);
  }
  // ImageMagick inverts or drops the opacity of this tuple type.
  return samples === 2 && white === 1 ? fault('pam.type', type) : unreadWhite(white);
}

function unreadWhite(white = 0): Fault | undefined {
  return white > maxWhite && white !== fullWhite ? fault('pnm.white', white) : undefined;
}

/** Magic number of SGI images (Haeberli, The SGI Image File Format, 1.0). */
export const sgiMagic = 474;
const [sampleBytesAt, dimensionsAt, channelsAt, mapAt] = [3, 4, 10, 104];
/** Minimum number of channels of a color image. */
const sgiColorChannels = 3;
const maxSgiChannels = 4;

/**
 * Returns the reason why ImageMagick can't read an SGI image correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedSgiReason(file: Buffer): Fault | undefined {
  if (file.readUInt32BE(mapAt) !== 0) return fault('sgi.palette');
  const channels = file.readUInt16BE(dimensionsAt) > 2 ? file.readUInt16BE(channelsAt) : 1;
  if (channels > maxSgiChannels) return fault('sgi.channels', channels);
  const isDeep = file.readUInt8(sampleBytesAt) > 1;
  return isDeep && channels < sgiColorChannels ? fault('sgi.deepGray') : undefined;
}

/** Matches the width, height, and number of colors (XPM Manual, 2.1). */
const xpmSizes = /"\s*\d{1,9}\s+\d{1,9}\s+(\d{1,9})\s/;
/** Our build of ImageMagick has 8 bits per channel and doesn't support more colors. */
const maxXpmColors = 256;

/** Returns the reason why ImageMagick can't read an XPM, or `undefined` if it can. */
export function unsupportedXpmReason(file: Buffer): Fault | undefined {
  const colors = Number(xpmSizes.exec(file.toString('latin1', 0, 4096))?.[1]);
  return colors > maxXpmColors ? fault('xpm.colors') : undefined;
}
