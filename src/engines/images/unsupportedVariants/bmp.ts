import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Bytes of the header of OS/2 1.x, the smallest of Windows, one with a mask for alpha, and the largest of OS/2 2.x. */
const headerBytes = { core: 12, info: 40, alpha: 56, os2: 64 } as const;
const compressions = { masks: 3, file: [4, 5], masksWithAlpha: 6, cmyk: [11, 12, 13] } as const;
/** Offsets after the file header of 14 bytes. */
const [bytesAt, bitsAt, compressionAt, masksAt, alphaMaskAt] = [14, 28, 30, 54, 66];

/**
 * A kind of bitmap that ImageMagick can't read correctly; `undefined` for all others.
 * @throws RangeError if the file ends too soon
 */
export function unreadBmpKind(file: Buffer): Fault | undefined {
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

/** True if a bitmap's pixels have alpha; ImageMagick also takes unused bytes for it. */
export function hasAlphaMask(file: Buffer): boolean {
  return (
    file.readUInt32LE(bytesAt) >= headerBytes.alpha &&
    file.readUInt32LE(compressionAt) === compressions.masks &&
    file.readUInt32LE(alphaMaskAt) !== 0
  );
}

/** The number of bits in a mask; 0 if they have gaps. */
function widthOf(mask: number): number {
  const most = mask >>> (31 - Math.clz32(mask & -mask));
  return (most & (most + 1)) === 0 ? 32 - Math.clz32(most) : 0;
}
