import { crc32, inflateRawSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type ByteSource, readExactly } from './byteSource.ts';

/** An entry of a ZIP as its directory describes it (APPNOTE.TXT, 4.3.12). The sizes can't be trusted. */
export interface ZipEntry {
  /** Name in the encoding that `flags` specifies. */
  readonly name: Buffer;
  readonly madeBy: number;
  readonly flags: number;
  readonly method: number;
  /** Time and date in MS-DOS format, with two bytes each. */
  readonly time: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly externalAttributes: number;
  readonly headerAt: number;
}

export const methods = { stored: 0, deflated: 8 } as const;
export const signatures = { localHeader: 0x04034b50, directoryEntry: 0x02014b50, end: 0x06054b50 } as const;

const endBytes = 22;
const maxCommentBytes = 0xffff;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;

const encryptedFlag = 1;

export function isEncrypted({ flags }: ZipEntry): boolean {
  return (flags & encryptedFlag) !== 0;
}

/**
 * Yields the entries of a ZIP in the order of its directory.
 * @throws RangeError or Error if the file isn't a ZIP, or if entries overlap so much that they exceed the file in total
 */
export function* zipEntries(zip: ByteSource): Generator<ZipEntry> {
  const end = endOf(zip);
  let at = end.readUInt32LE(16);
  let leftBytes = zip.size;
  for (let count = end.readUInt16LE(10); count > 0; count -= 1) {
    const fixed = readExactly(zip, at, directoryEntryBytes);
    if (fixed.readUInt32LE(0) !== signatures.directoryEntry)
      throw new Error('Invalid signature of a ZIP directory entry');
    const nameBytes = fixed.readUInt16LE(28);
    leftBytes -= fixed.readUInt32LE(20);
    if (leftBytes < 0) throw new RangeError('Overlapping ZIP entries');
    yield {
      name: readExactly(zip, at + directoryEntryBytes, nameBytes),
      madeBy: fixed.readUInt16LE(4),
      flags: fixed.readUInt16LE(8),
      method: fixed.readUInt16LE(10),
      time: fixed.readUInt32LE(12),
      crc: fixed.readUInt32LE(16),
      packedBytes: fixed.readUInt32LE(20),
      bytes: fixed.readUInt32LE(24),
      externalAttributes: fixed.readUInt32LE(38),
      headerAt: fixed.readUInt32LE(42),
    };
    at += directoryEntryBytes + nameBytes + fixed.readUInt16LE(30) + fixed.readUInt16LE(32);
  }
}

/**
 * Returns the compressed data of an entry.
 * @throws RangeError if the ZIP is truncated
 */
export function packedData(zip: ByteSource, { headerAt, packedBytes }: ZipEntry): Buffer {
  const header = readExactly(zip, headerAt, localHeaderBytes);
  if (header.readUInt32LE(0) !== signatures.localHeader)
    throw new Error('Missing local header of a ZIP entry');
  const start = headerAt + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  return readExactly(zip, start, packedBytes);
}

function endOf(zip: ByteSource): Buffer {
  const tailBytes = Math.min(zip.size, endBytes + maxCommentBytes);
  const tail = readExactly(zip, zip.size - tailBytes, tailBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === signatures.end) return tail.subarray(at);
  }
  throw new Error('Missing end of the ZIP central directory');
}

/**
 * Decompresses an entry, up to `maxBytes`, because the size in the directory can't be trusted.
 * @throws ConversionError `conversion.limit_exceeded` if it is larger; Error if it is damaged
 */
export function inflateEntry({ method, crc, bytes }: ZipEntry, packed: Buffer, maxBytes: number): Buffer {
  const content = method === methods.deflated ? inflateUpTo(packed, maxBytes) : packed;
  if (content === undefined || content.length > maxBytes) throw new ConversionError(fault('file.size'));
  if (content.length !== bytes || crc32(content) !== crc)
    throw new Error('The size or checksum of a ZIP entry doesn’t match the directory');
  return content;
}

/**
 * Decompresses data. Returns `undefined` if the result is larger than `maxBytes`.
 * @throws Error if the data is damaged
 */
export function inflateUpTo(packed: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Decompresses all entries of a ZIP to find their total size, because the sizes in its directory can't be trusted.
 * Returns `Infinity` if the total exceeds `maxBytes`.
 * @throws RangeError or Error if the file isn't a ZIP, or is incomplete
 */
export function inflatedSize(zip: ByteSource, maxBytes: number): number {
  let left = maxBytes;
  for (const entry of zipEntries(zip)) {
    const data = packedData(zip, entry);
    left -= entry.method === methods.deflated ? (inflateUpTo(data, left)?.length ?? Infinity) : data.length;
    if (left < 0) return Infinity;
  }
  return maxBytes - left;
}
