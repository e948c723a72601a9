import { type Fault, fault } from '../../contract/fault.ts';

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

const maxHeaderBytes = 64 * 1024;
/** Maximum sample values that ImageMagick scales correctly: everything up to `maxWhite`, and `fullWhite`. */
const [maxWhite, fullWhite] = [32_767, 65_535];

/** Returns the reason why ImageMagick can't read a PBM, PGM, or PPM correctly, or `undefined` if it can. */
export function unsupportedPnmReason(file: Buffer): Fault | undefined {
  const magic = file.toString('latin1', 0, 2);
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

function unreadWhite(white = 0): Fault | undefined {
  return white > maxWhite && white !== fullWhite ? fault('pnm.white', white) : undefined;
}
