import { type ByteSource, readExactly } from '../../lib/byteSource.ts';

/** A TIFF directory, whose tags describe one picture (TIFF 6.0, section 2). */
export interface Directory {
  readonly form: Form;
  /** Tags in the order of the file. */
  readonly tags: readonly { readonly tag: number; readonly type: number; readonly count: number }[];
  /** Offset of the next directory, or 0 if this is the last one. */
  readonly next: number;
  /** Size of the directory in bytes, without the values stored elsewhere in the file. */
  readonly tableBytes: number;
  has(tag: number): boolean;
  /**
   * Returns the first number of a tag.
   * @throws RangeError if the file ends too soon
   */
  number(tag: number): number | undefined;
  /**
   * Returns all numbers of a tag, or an empty list if the tag is missing.
   * @throws RangeError if the file ends too soon
   */
  numbers(tag: number): readonly number[];
  /**
   * Returns the raw bytes of a tag.
   * @throws RangeError if the file ends too soon
   */
  bytes(tag: number): Buffer | undefined;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the tag's values. */
  readonly at: number;
}

/** The way in which a file stores numbers: its byte order, and whether offsets have 32 bits or, in a BigTIFF, 64. */
export interface Form {
  readonly bigEndian: boolean;
  readonly isBig: boolean;
}

const headBytes = 16;
const maxDirectories = 10_000;
const maxEntries = 65_535;
export const maxValueBytes = 64 * 1024 ** 2;
/** Bytes per value, indexed by the type number, from BYTE to IFD8. */
export const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** True if the first four bytes are those of a TIFF or a BigTIFF. */
export function isTiff(head: Buffer): boolean {
  return /^(?:II[*+]\0|MM\0[*+])/.test(head.toString('latin1', 0, 4));
}

/**
 * Returns the directories of a TIFF in page order.
 * @throws RangeError if the file ends too soon, or if directories overlap so much that they exceed the file in total
 */
export function directoriesOf(source: ByteSource): readonly Directory[] {
  const form = formOf(source);
  const head = readExactly(source, 0, form.isBig ? headBytes : 8);
  const start = form.isBig ? offset(head, 8, form) : unsigned(head, 4, 4, form);
  const directories: Directory[] = [];
  const seen = new Set<number>();
  let leftBytes = source.size;
  for (let at = start; at !== 0 && !seen.has(at) && directories.length < maxDirectories;) {
    seen.add(at);
    const found = directoryAt(source, at);
    leftBytes -= found.tableBytes;
    if (leftBytes < 0) throw new RangeError('Overlapping TIFF directories');
    directories.push(found);
    at = found.next;
  }
  return directories;
}

/**
 * Returns the directory at an offset that another directory refers to.
 * @throws RangeError if the file ends within it
 */
export function directoryAt(source: ByteSource, at: number): Directory {
  const form = formOf(source);
  return directory(source, entriesAt(source, at, form), form);
}

/** @throws RangeError if the file is too short for a TIFF */
export function formOf(source: ByteSource): Form {
  const head = readExactly(source, 0, 8);
  return { bigEndian: head[0] === 0x4d, isBig: head.subarray(2, 4).includes(0x2b) };
}

interface Entries extends Pick<Directory, 'next' | 'tableBytes'> {
  readonly entries: ReadonlyMap<number, Entry>;
}

function entriesAt(source: ByteSource, at: number, form: Form): Entries {
  const [countBytes, entryBytes, numberBytes] = form.isBig ? [8, 20, 8] : [2, 12, 4];
  const count = unsigned(readExactly(source, at, countBytes), 0, countBytes, form);
  if (count > maxEntries) throw new RangeError('Too many tags in a TIFF directory');
  const table = readExactly(source, at + countBytes, count * entryBytes);
  const entries = new Map<number, Entry>();
  for (let index = 0; index < count; index += 1) {
    const start = index * entryBytes;
    const tag = unsigned(table, start, 2, form);
    const type = unsigned(table, start + 2, 2, form);
    const values = unsigned(table, start + 4, numberBytes, form);
    const valueAt = start + 4 + numberBytes;
    const isInside = values * (typeBytes[type] ?? 0) <= numberBytes;
    const place = isInside ? at + countBytes + valueAt : unsigned(table, valueAt, numberBytes, form);
    if (!entries.has(tag)) entries.set(tag, { type, count: values, at: place });
  }
  // If the file ends before the offset of the next directory, this is the last one.
  const end = source.read(at + countBytes + table.length, numberBytes);
  const next = end.length < numberBytes ? 0 : unsigned(end, 0, numberBytes, form);
  return { entries, next, tableBytes: countBytes + table.length + end.length };
}

function directory(source: ByteSource, { entries, ...place }: Entries, form: Form): Directory {
  const bytes = (tag: number, maxCount = Infinity): Buffer | undefined => {
    const entry = entries.get(tag);
    if (entry === undefined) return undefined;
    const length = Math.min(entry.count, maxCount) * (typeBytes[entry.type] ?? 0);
    if (length > maxValueBytes) throw new RangeError('Too many values in a TIFF tag');
    return readExactly(source, entry.at, length);
  };
  const numbers = (tag: number, maxCount?: number): number[] => {
    const content = bytes(tag, maxCount);
    if (content === undefined) return [];
    const type = entries.get(tag)?.type ?? 0;
    const width = typeBytes[type] ?? 0;
    const count = width === 0 ? 0 : content.length / width;
    return Array.from({ length: count }, (_, index) => value(content, index * width, type, form));
  };
  return {
    ...place,
    form,
    tags: [...entries].map(([tag, { type, count }]) => ({ tag, type, count })),
    has: (tag) => entries.has(tag),
    bytes: (tag) => bytes(tag),
    numbers: (tag) => numbers(tag),
    number: (tag) => numbers(tag, 1)[0],
  };
}

function value(content: Buffer, at: number, type: number, form: Form): number {
  const isRational = type === 5 || type === 10;
  if (!isRational) return unsigned(content, at, typeBytes[type] ?? 0, form);
  return unsigned(content, at, 4, form) / unsigned(content, at + 4, 4, form);
}

/** Reads a 64-bit offset. Real offsets are small enough for a JavaScript number. */
const offset = (bytes: Buffer, at: number, form: Form): number => unsigned(bytes, at, 8, form);

function unsigned(bytes: Buffer, at: number, length: number, { bigEndian }: Form): number {
  if (length === 8) return Number(bigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at));
  return bigEndian ? bytes.readUIntBE(at, length) : bytes.readUIntLE(at, length);
}
