import { bufferOf } from '../../util/bytes.ts';
import { damaged } from '../api/conversionError.ts';
import type { Container } from './archives.ts';
import { endRecordAt } from './zipNames.ts';

/** The length of a tar's headers, and of the blocks that its contents fill. */
const tarBlockBytes = 512;
const tarChecksumAt = 148;
const tarChecksumBytes = 8;
const space = 0x20;
/** The offsets and lengths of an entry's mode, owner, group, size, and time (POSIX.1-2017, pax, ustar). */
const tarNumbers = [
  [100, 8],
  [108, 8],
  [116, 8],
  [124, 12],
  [136, 12],
] as const;

/**
 * True for a tar: entries with valid headers up to the zeros that end an archive, or to the end of the file. Ignores
 * what follows a hard link with a size, or a sparse file in GNU tar's old form, since programs disagree about it.
 */
export function isTar(content: Uint8Array): boolean {
  const bytes = bufferOf(content);
  let at = 0;
  do {
    const header = bytes.subarray(at, at + tarBlockBytes);
    if (header.length < tarBlockBytes) return false;
    if (header.every((byte) => byte === 0)) return true;
    if (!isTarHeader(header)) return false;
    const size = tarSizeOf(header.subarray(tarSizeAt, tarSizeAt + 12));
    if (size > 0 && unclearTypes.has(header[tarTypeAt] ?? 0)) return true;
    at += tarBlockBytes + Math.ceil(size / tarBlockBytes) * tarBlockBytes;
  } while (at < bytes.length);
  return at === bytes.length;
}

function isTarHeader(header: Buffer): boolean {
  if (!tarNumbers.every(([at, bytes]) => isTarNumber(header.subarray(at, at + bytes)))) return false;
  const written = header.toString('latin1', tarChecksumAt, tarChecksumAt + tarChecksumBytes);
  const blank = Buffer.from(header).fill(space, tarChecksumAt, tarChecksumAt + tarChecksumBytes);
  return blank.reduce((sum, byte) => sum + byte, 0) === Number.parseInt(written, 8);
}

/**
 * True for a number in octal digits, or a large one in binary after a marker byte (GNU tar, Extensions to the format).
 */
function isTarNumber(field: Buffer): boolean {
  return (
    field[0] === 0x80 || field[0] === 0xff || /^[0-7]*[ \0]*$/.test(field.toString('latin1').trimStart())
  );
}

const tarSizeAt = 124;
const tarTypeAt = 156;
const paxTypes = 'xg';
/** Hard links, and sparse files in GNU tar's old form. */
const unclearTypes: ReadonlySet<number> = new Set(Buffer.from('1S'));

/** True if a tar contains a sparse file in GNU tar's pax form. 7-Zip mistakes its list of holes for content. */
export function hasSparseFiles(tar: Uint8Array): boolean {
  const bytes = bufferOf(tar);
  for (let at = 0; at + tarBlockBytes <= bytes.length;) {
    const size = tarSizeOf(bytes.subarray(at + tarSizeAt, at + tarSizeAt + 12));
    const content = at + tarBlockBytes;
    const isPax = paxTypes.includes(bytes.toString('latin1', at + tarTypeAt, at + tarTypeAt + 1));
    if (isPax && bytes.subarray(content, content + size).includes('GNU.sparse.')) return true;
    at = content + Math.ceil(size / tarBlockBytes) * tarBlockBytes;
  }
  return false;
}

/**
 * Parses a tar's size field: octal digits or, in GNU's form, a binary number whose first bit is set. Negative sizes
 * become 0, since they would point backward.
 */
function tarSizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) return field.readUIntBE(6, 6);
  return Math.max(0, Number.parseInt(field.toString('latin1'), 8) || 0);
}

const [rar4, rar5] = ['Rar!\x1a\x07\x00', 'Rar!\x1a\x07\x01\x00'].map((text) => Buffer.from(text, 'latin1'));
const spanned = Buffer.from('PK\x07\x08', 'latin1');
const isSplitFlag = 1;
/** The flags in a cabinet's header that announce a previous or a next cabinet. */
const cabinetFlags = 3;
/** The value of a ZIP field whose real value is in the ZIP64 record. */
const elsewhere = 0xffff;

/** Tests whether an archive is only one volume of several, for each format that can be split. */
const tellers: Readonly<Partial<Record<Container, (archive: Buffer) => boolean>>> = {
  zip: (archive) => {
    const end = endRecordAt(archive);
    if (end === undefined) return archive.subarray(0, spanned.length).equals(spanned);
    const disk = archive.readUInt16LE(end + 4);
    return disk !== 0 && disk !== elsewhere;
  },
  // The archive's own header follows the signature (technotes of RAR 4 and RAR 5, main archive header).
  rar: (archive) => {
    if (rar4 && archive.subarray(0, rar4.length).equals(rar4)) return hasFlag(archive, 10);
    if (!rar5 || !archive.subarray(0, rar5.length).equals(rar5)) return false;
    return hasFlag(archive, rar5ArchiveFlagsAt(archive));
  },
  cab: (archive) => archive.length > 31 && (archive.readUInt16LE(30) & cabinetFlags) !== 0,
  wim: (archive) => archive.length > 44 && archive.readUInt16LE(42) > 1,
};

/** True if the file is one of several volumes of an archive. */
export function isVolume(archive: Uint8Array, container: Container): boolean {
  return tellers[container]?.(bufferOf(archive)) ?? false;
}

function hasFlag(archive: Buffer, at: number): boolean {
  return ((archive[at] ?? 0) & isSplitFlag) !== 0;
}

/**
 * Returns the position of a RAR 5 archive's flags. They follow the checksum, size, type, header flags, and optional
 * extra size.
 */
function rar5ArchiveFlagsAt(archive: Buffer): number {
  const [sumBytes, hasExtra] = [4, 1];
  const typeAt = afterNumber(archive, 8 + sumBytes);
  const flagsAt = afterNumber(archive, typeAt);
  const behind = afterNumber(archive, flagsAt);
  return ((archive[flagsAt] ?? 0) & hasExtra) === 0 ? behind : afterNumber(archive, behind);
}

/**
 * Returns the position after a variable-length number: seven bits per byte, and the top bit is set in all bytes but the
 * last.
 */
function afterNumber(archive: Buffer, at: number): number {
  let end = at;
  while (end < at + 10 && ((archive[end] ?? 0) & 0x80) !== 0) end += 1;
  return end + 1;
}

const zstdMagic = 0xfd2fb528;
const [firstSkippable, lastSkippable] = [0x184d2a50, 0x184d2a5f];
const contentSizeBytes = [0, 2, 4, 8] as const;
const dictionaryBytes = [0, 1, 2, 4] as const;
const runLengthBlock = 1;
const zstdChecksumBytes = 4;

/**
 * Splits a Zstandard file into its non-empty frames (RFC 8878, 3.1), since Node only decompresses the first and
 * silently ignores the rest.
 * @throws ConversionError `conversion.invalid_input` if it is truncated
 */
export function* zstdFrames(content: Uint8Array): Generator<Uint8Array> {
  const bytes = bufferOf(content);
  for (let at = 0; at < bytes.length;) {
    const start = at;
    try {
      at = endOfFrame(bytes, start);
    } catch (error) {
      throw error instanceof RangeError ? damaged('archive', error) : error;
    }
    if (at > bytes.length) throw damaged('archive');
    if (bytes.readUInt32LE(start) === zstdMagic) yield bytes.subarray(start, at);
  }
}

function endOfFrame(bytes: Buffer, start: number): number {
  const kind = bytes.readUInt32LE(start);
  if (kind >= firstSkippable && kind <= lastSkippable) return start + 8 + bytes.readUInt32LE(start + 4);
  if (kind !== zstdMagic) throw damaged('archive');
  const descriptor = bytes.readUInt8(start + 4);
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingle ? 1 : (contentSizeBytes[sizeFlag] ?? 0);
  let at = start + 5 + (isSingle ? 0 : 1) + (dictionaryBytes[descriptor & 3] ?? 0) + sizeBytes;
  for (let isLast = false; !isLast;) {
    const block = bytes.readUIntLE(at, 3);
    isLast = (block & 1) !== 0;
    at += 3 + (((block >> 1) & 3) === runLengthBlock ? 1 : block >> 3);
  }
  return at + ((descriptor & 4) === 0 ? 0 : zstdChecksumBytes);
}
