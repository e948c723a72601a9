import { crc32 } from 'node:zlib';

/** Tag of the entry that points to the GPS directory (Exif 2.32, 4.6.3). */
const positionTag = 0x8825;
/** Bytes per value, indexed by the number of its type (Exif 2.32, 4.6.2). */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const entryBytes = 12;
const inlineBytes = 4;
/** Offset of the value in an EXIF block with orientation as its only entry. */
const orientationAt = 18;
const prefix = 'Exif\0\0';
const pngStart = '\x89PNG';

/**
 * Overwrites the GPS position in a file's uncompressed EXIF with zeros and changes nothing else. Returns `false` if
 * that is impossible; the EXIF may then be partly overwritten.
 */
export function blankPosition(file: Buffer, exif: Buffer): boolean {
  const block = plainBlock(exif);
  const at = file.indexOf(block);
  if (at === -1) return false;
  try {
    removePosition(file.subarray(at, at + block.length));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  if (file.toString('latin1', 0, pngStart.length) === pngStart) renewCheck(file, at, block.length);
  return true;
}

/** Removes everything except the orientation from a file's uncompressed EXIF. Returns `false` if that is impossible. */
export function onlyOrientation(file: Buffer, exif: Buffer, orientation: number): boolean {
  const block = plainBlock(exif);
  const at = file.indexOf(block);
  const least = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  least.writeUInt16LE(orientation, orientationAt);
  if (at === -1 || block.length < least.length) return false;
  file.fill(0, at, at + block.length);
  least.copy(file, at);
  return true;
}

/** Returns EXIF without the `Exif` prefix, as formats other than JPEG store it. */
export function plainBlock(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, prefix.length) === prefix ? exif.subarray(prefix.length) : exif;
}

function removePosition(tiff: Buffer): void {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const main = long(4);
  const count = short(main);
  const end = main + 2 + count * entryBytes + inlineBytes;
  for (let entry = main + 2; entry < end - inlineBytes; entry += entryBytes) {
    if (short(entry) !== positionTag) continue;
    const position = long(entry + 8);
    const entries = short(position);
    let leftBytes = tiff.length;
    for (let each = position + 2; each < position + 2 + entries * entryBytes; each += entryBytes) {
      const bytes = (valueBytes[short(each + 2)] ?? 0) * long(each + 4);
      leftBytes -= bytes;
      if (leftBytes < 0) throw new RangeError('Overlapping values in EXIF metadata');
      if (bytes > inlineBytes) tiff.fill(0, long(each + 8), long(each + 8) + bytes);
    }
    tiff.fill(0, position, position + 2 + entries * entryBytes);
    tiff.copyWithin(entry, entry + entryBytes, end);
    if (isLittle) tiff.writeUInt16LE(count - 1, main);
    else tiff.writeUInt16BE(count - 1, main);
    return;
  }
}

/** Updates the checksum of a PNG chunk. It covers the chunk's name and data, and follows them. */
function renewCheck(png: Buffer, at: number, bytes: number): void {
  png.writeUInt32BE(crc32(png.subarray(at - 4, at + bytes)), at + bytes);
}
