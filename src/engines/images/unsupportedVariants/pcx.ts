import { type Fault, fault } from '../../../contract/faults/fault.ts';

const manufacturer = 10;
const [versionAt, bitsAt, colorsAt, planesAt, paletteKindAt] = [1, 3, 16, 65, 68];
const headerColorBytes = 48;
/** First version with a palette of 256 colors, which is at the end of the file after a marker byte. */
const versionOfPalettes = 5;
const [fileColorBytes, marker] = [256 * 3, 12];
const grayPalette = 2;
/** Supported combinations of bits per sample and planes. */
const kinds: ReadonlySet<string> = new Set(['1×1', '1×2', '1×3', '1×4', '2×1', '4×1', '8×1', '8×3', '8×4']);

/**
 * Returns the first page of a DCX, which is a sequence of PCX files. A page ends where the next one starts, so it
 * includes the palette at its end.
 */
export function firstPage(file: Buffer): Buffer {
  const [first, second] = [file.readUInt32LE(4), file.readUInt32LE(8)];
  return file.subarray(first, second > first ? second : undefined);
}

/**
 * Returns the reason why ImageMagick can't read a PCX correctly, or `undefined` if it can (ZSoft PCX File Format
 * Technical Reference Manual).
 * @throws RangeError if the file ends too soon
 */
export function unsupportedPcxReason(file: Buffer): Fault | undefined {
  const [bits, planes] = [file.readUInt8(bitsAt), file.readUInt8(planesAt)];
  if (file[0] !== manufacturer) return undefined;
  if (!kinds.has(`${bits}×${planes}`)) return fault('pcx.planes', planes, bits);
  if (isOneBit(file)) return isInverted(file) || isWhiteFirst(file) ? undefined : fault('pcx.twoColors');
  if (bits < 8) return headerColors(file).every((each) => each === 0) ? fault('pcx.palette') : undefined;
  const isGray =
    file.readUInt8(versionAt) < versionOfPalettes || file.readUInt16LE(paletteKindAt) === grayPalette;
  const hasPalette = file.at(-1 - fileColorBytes) === marker;
  return planes === 1 && isGray && !hasPalette ? fault('pcx.palette') : undefined;
}

/**
 * True for one-bit images in which a set bit means white. That is the usual meaning, but ImageMagick always reads the
 * opposite.
 */
export function isInverted(file: Buffer): boolean {
  const two = headerColors(file).toString('hex', 0, 6);
  // Most programs leave the palette in the header unset, or set it to the default EGA colors.
  const isUnset = two.slice(0, 6) === two.slice(6) || two === '0000000000aa';
  return isOneBit(file) && (isUnset || two === '000000ffffff');
}

function isWhiteFirst(file: Buffer): boolean {
  return headerColors(file).toString('hex', 0, 6) === 'ffffff000000';
}

function isOneBit(file: Buffer): boolean {
  return file[bitsAt] === 1 && file[planesAt] === 1;
}

function headerColors(file: Buffer): Buffer {
  return file.subarray(colorsAt, colorsAt + headerColorBytes);
}
