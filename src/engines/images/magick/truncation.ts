import { ownValue } from '../../../util/ownValue.ts';
import { damaged } from '../../api/conversionError.ts';
import { firstNumbers } from '../bitmapVariants.ts';

/** Functions that return the offset at which a picture's last row ends, or `undefined` if they can't determine it. */
const endsOf: Readonly<Record<string, (file: Buffer) => number | undefined>> = {
  psd: endOfPhotoshop,
  psb: endOfPhotoshop,
  pbm: endOfNumbers,
  pgm: endOfNumbers,
  pnm: endOfNumbers,
  ppm: endOfNumbers,
};

const [zero, comment, newline] = [0x30, 0x23, 0x0a];

/**
 * Detects missing rows, which ImageMagick silently fills with black in some formats.
 * @throws ConversionError `conversion.invalid_input` if rows are missing
 */
export function checkTruncation(file: Buffer, format: string): void {
  if (file.length < (end(file, format) ?? 0)) {
    throw damaged('image');
  }
}

function end(file: Buffer, format: string): number | undefined {
  try {
    return ownValue(endsOf, format)?.(file);
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}

/** The merged picture is at the end, after three sections (Adobe Photoshop File Formats Specification). */
function endOfPhotoshop(file: Buffer): number | undefined {
  const isBig = file.readUInt16BE(4) === 2;
  const rows = file.readUInt16BE(12) * file.readUInt32BE(14);
  const rowBytes = Math.ceil((file.readUInt32BE(18) * file.readUInt16BE(22)) / 8);
  let at = 26;
  for (const lengthBytes of [4, 4, isBig ? 8 : 4]) {
    const length = lengthBytes === 8 ? Number(file.readBigUInt64BE(at)) : file.readUInt32BE(at);
    at += lengthBytes + length;
  }
  const compression = file.readUInt16BE(at);
  at += 2;
  if (compression === 0) return at + rows * rowBytes;
  if (compression !== 1) return undefined;
  const countBytes = isBig ? 4 : 2;
  let end = at + rows * countBytes;
  for (let row = 0; row < rows; row += 1) end += file.readUIntBE(at + row * countBytes, countBytes);
  return end;
}

/**
 * Counts the samples of a text-based format. In PBM, samples are single digits that need no separators (netpbm, pbm(5),
 * ppm(5)).
 */
function endOfNumbers(file: Buffer): number | undefined {
  const kind = file.readUInt8(1) - zero;
  if (kind < 1 || kind > 3) return undefined;
  const [width = 0, height = 0] = firstNumbers(file);
  const sizes = kind === 1 ? 2 : 3;
  let missing = sizes + width * height * (kind === 3 ? 3 : 1);
  let isInNumber = false;
  for (let at = 2; at < file.length && missing > 0; at += 1) {
    const byte = file.readUInt8(at);
    if (byte === comment) at = (file.indexOf(newline, at) + 1 || file.length) - 1;
    const isDigit = byte >= zero && byte <= zero + 9;
    const isSample = kind === 1 && missing <= width * height;
    if (isDigit && (isSample || !isInNumber)) missing -= 1;
    isInNumber = isDigit;
  }
  return missing === 0 ? undefined : Infinity;
}
