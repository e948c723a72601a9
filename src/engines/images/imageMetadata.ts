import { deflateSync, brotliDecompressSync, crc32 } from 'node:zlib';
import type { Metadata } from 'sharp';
import { pngChunk, xmpChunk } from '../lib/pngChunks.ts';
import { webpChunksOf, webpFlags, webpHeader, webpOf } from '../lib/webpChunks.ts';
import { boxesOf } from '../lib/isoBoxes.ts';

export interface ImageMetadata {
  readonly icc?: Buffer | undefined;
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
}

/** Returns the metadata that libvips read from an image. Omits color profiles that aren't RGB. */
export function imageMetadata({ icc, space, exif, xmp }: Metadata): ImageMetadata {
  const isRgb = space === 'srgb' || space === 'rgb16';
  return { icc: isRgb ? icc : undefined, exif, xmp };
}

/** Returns PNG chunks that contain this metadata. */
export function pngMetadata({ icc, exif, xmp }: ImageMetadata): Buffer {
  return Buffer.concat([
    ...(icc ? [pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]))] : []),
    ...(exif ? [pngChunk('eXIf', plainBlock(exif))] : []),
    ...(xmp ? [xmpChunk(xmp)] : []),
  ]);
}

/** Adds metadata to a WebP that has none. `width` and `height` are its size. */
export function webpWithMetadata(
  webp: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  { icc, exif, xmp }: ImageMetadata,
): Buffer {
  if (icc === undefined && exif === undefined && xmp === undefined) return webp;
  const chunks = [...webpChunksOf(webp)];
  const header = chunks.find(({ name }) => name === 'VP8X');
  // A WebP without an extended header doesn't say whether it has transparency, so assume that it does.
  const oldFlags = header?.data.readUInt8(0) ?? webpFlags.alpha;
  const flags =
    oldFlags | (icc ? webpFlags.profile : 0) | (exif ? webpFlags.exif : 0) | (xmp ? webpFlags.xmp : 0);
  return webpOf([
    webpHeader(flags, width, height),
    ...(icc ? [{ name: 'ICCP', data: icc }] : []),
    ...chunks.filter((each) => each !== header),
    ...(exif ? [{ name: 'EXIF', data: plainBlock(exif) }] : []),
    ...(xmp ? [{ name: 'XMP ', data: xmp }] : []),
  ]);
}

/** Length of the header offset that precedes the EXIF data (ISO/IEC 18181-2, 9.4). */
const exifOffsetBytes = 4;
const packedTypeBytes = 4;
const maxOutputLength = 1 << 24;

/** Returns the EXIF and XMP of a JPEG XL. ImageMagick ignores them if they are compressed or follow a frame. */
export function jxlMetadata(file: Buffer): Pick<ImageMetadata, 'exif' | 'xmp'> {
  const boxes = boxesOf(file).map(({ type, start, end }) => ({ type, content: file.subarray(start, end) }));
  // Only the first box of a type is decompressed, because each can take 30 bytes in the file and 16 MB in memory.
  const contentOf = (wanted: string): Buffer | undefined => {
    const box = boxes.find(
      ({ type, content }) => type === wanted || (type === 'brob' && packs(content, wanted)),
    );
    return box?.type === 'brob' ? unpacked(box.content) : box?.content;
  };
  const exif = contentOf('Exif')?.subarray(exifOffsetBytes);
  return { exif: exif && plainBlock(exif), xmp: contentOf('xml ') };
}

/** A Brotli-compressed box begins with the type of its content (ISO/IEC 18181-2, 9.6). */
function packs(content: Buffer, wanted: string): boolean {
  return content.toString('latin1', 0, packedTypeBytes) === wanted;
}

/** Decompresses a Brotli-compressed box. Returns `undefined` if the data is invalid. */
function unpacked(content: Buffer): Buffer | undefined {
  try {
    return brotliDecompressSync(content.subarray(packedTypeBytes), { maxOutputLength });
  } catch {
    return undefined;
  }
}

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
