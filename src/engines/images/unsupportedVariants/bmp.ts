import { type Fault, fault } from '../../../contract/faults/fault.ts';

/**
 * Header lengths: OS/2 1.x, the smallest Windows header, the first one with an alpha mask, and the largest OS/2 2.x
 * header.
 */
const headerBytes = { core: 12, info: 40, alpha: 56, os2: 64 } as const;
const compressions = { masks: 3, file: [4, 5], masksWithAlpha: 6, cmyk: [11, 12, 13] } as const;
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
  if (bytes === headerBytes.core) return undefined;
  if (bytes < headerBytes.info || bytes === headerBytes.os2) return fault('bmp.os2');
  const bits = file.readUInt16LE(bitsAt);
  if (bits === 2) return fault('bmp.twoBits');
  if (bits === 64) return fault('bmp.deep');
  const compression = file.readUInt32LE(compressionAt);
  if (compressions.file.some((each) => each === compression)) return fault('bmp.file');
  if (compressions.cmyk.some((each) => each === compression)) return fault('bmp.inks');
  if (compression === compressions.masksWithAlpha) return fault('bmp.masks');
  if (compression !== compressions.masks) return undefined;
  const colors = [0, 4, 8].map((at) => widthOf(file.readUInt32LE(masksAt + at)));
  const alpha = hasAlphaMask(file) ? widthOf(file.readUInt32LE(alphaMaskAt)) : 8;
  if ([...colors, alpha].some((width) => width > 8)) return fault('bmp.deep');
  return alpha < 8 || colors.some((width) => width < 5 || width === 7) ? fault('bmp.masks') : undefined;
}

/** True if the header defines an alpha channel. ImageMagick also reads unused bytes as alpha. */
export function hasAlphaMask(file: Buffer): boolean {
  return (
    file.readUInt32LE(bytesAt) >= headerBytes.alpha &&
    file.readUInt32LE(compressionAt) === compressions.masks &&
    file.readUInt32LE(alphaMaskAt) !== 0
  );
}

/** Returns the number of bits in a mask, or 0 if the bits aren't contiguous. */
function widthOf(mask: number): number {
  const most = mask >>> (31 - Math.clz32(mask & -mask));
  return (most & (most + 1)) === 0 ? 32 - Math.clz32(most) : 0;
}
