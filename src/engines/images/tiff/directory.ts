import { type ByteSource, readExactly } from '../../lib/byteSource.ts';

/** One directory of a TIFF, which describes one picture: what its tags say (TIFF 6.0, section 2). */
export interface Directory {
  readonly form: Form;
  /** Its tags in the order in which they stand. */
  readonly tags: readonly { readonly tag: number; readonly type: number; readonly count: number }[];
  /** Where the next one stands, 0 behind the last. */
  readonly next: number;
  has(tag: number): boolean;
  /** The first number of a tag. @throws RangeError where the file ends too soon */
  number(tag: number): number | undefined;
  /** All of them, none where the tag is missing. @throws RangeError where the file ends too soon */
  numbers(tag: number): readonly number[];
  /** The bytes of a tag as they lie. @throws RangeError where the file ends too soon */
  bytes(tag: number): Buffer | undefined;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where its values stand. */
  readonly at: number;
}

/** How numbers and directories lie in a file: of 32 bits each, or of 64 in a BigTIFF. */
export interface Form {
  readonly bigEndian: boolean;
  readonly isBig: boolean;
}

const headBytes = 16;
const maxDirectories = 10_000;
const maxEntries = 65_535;
export const maxValueBytes = 64 * 1024 ** 2;
/** The bytes of a value by its type, from BYTE to IFD8. */
export const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** Whether these first four bytes begin a TIFF or a BigTIFF. */
export function isTiff(head: Buffer): boolean {
  return /^(?:II[*+]\0|MM\0[*+])/.test(head.toString('latin1', 0, 4));
}

/**
 * The directories of a TIFF, in the order of its pages.
 * @throws RangeError where the file ends before one does
 */
export function directoriesOf(source: ByteSource): readonly Directory[] {
  const form = formOf(source);
  const head = readExactly(source, 0, form.isBig ? headBytes : 8);
  const start = form.isBig ? offset(head, 8, form) : unsigned(head, 4, 4, form);
  const directories: Directory[] = [];
  const seen = new Set<number>();
  for (let at = start; at !== 0 && !seen.has(at) && directories.length < maxDirectories;) {
    seen.add(at);
    const found = directoryAt(source, at);
    directories.push(found);
    at = found.next;
  }
  return directories;
}

/** The directory at a place that another one names. @throws RangeError where the file ends before it does */
export function directoryAt(source: ByteSource, at: number): Directory {
  const form = formOf(source);
  const { entries, next } = entriesAt(source, at, form);
  return directory(source, entries, next, form);
}

/** @throws RangeError where the file is too short for a TIFF */
export function formOf(source: ByteSource): Form {
  const head = readExactly(source, 0, 8);
  return { bigEndian: head[0] === 0x4d, isBig: head.subarray(2, 4).includes(0x2b) };
}

function entriesAt(
  source: ByteSource,
  at: number,
  form: Form,
): { readonly entries: ReadonlyMap<number, Entry>; readonly next: number } {
  const [countBytes, entryBytes, numberBytes] = form.isBig ? [8, 20, 8] : [2, 12, 4];
  const count = unsigned(readExactly(source, at, countBytes), 0, countBytes, form);
  if (count > maxEntries) throw new RangeError('There are not so many tags.');
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
  // Where the last directory ends with the file, no other follows.
  const end = source.read(at + countBytes + table.length, numberBytes);
  return { entries, next: end.length < numberBytes ? 0 : unsigned(end, 0, numberBytes, form) };
}

function directory(
  source: ByteSource,
  entries: ReadonlyMap<number, Entry>,
  next: number,
  form: Form,
): Directory {
  const bytes = (tag: number): Buffer | undefined => {
    const entry = entries.get(tag);
    if (entry === undefined) return undefined;
    const length = entry.count * (typeBytes[entry.type] ?? 0);
    if (length > maxValueBytes) throw new RangeError('A tag has not so many values.');
    return readExactly(source, entry.at, length);
  };
  const numbers = (tag: number): number[] => {
    const content = bytes(tag);
    if (content === undefined) return [];
    const type = entries.get(tag)?.type ?? 0;
    const width = typeBytes[type] ?? 0;
    const count = width === 0 ? 0 : content.length / width;
    return Array.from({ length: count }, (_, index) => value(content, index * width, type, form));
  };
  const has = (tag: number): boolean => entries.has(tag);
  const tags = [...entries].map(([tag, { type, count }]) => ({ tag, type, count }));
  return { form, tags, next, has, bytes, numbers, number: (tag) => numbers(tag)[0] };
}

function value(content: Buffer, at: number, type: number, form: Form): number {
  const isRational = type === 5 || type === 10;
  if (!isRational) return unsigned(content, at, typeBytes[type] ?? 0, form);
  return unsigned(content, at, 4, form) / unsigned(content, at + 4, 4, form);
}

/** Where something stands in a BigTIFF; nothing stands further away than a number can say. */
const offset = (bytes: Buffer, at: number, form: Form): number => unsigned(bytes, at, 8, form);

function unsigned(bytes: Buffer, at: number, length: number, { bigEndian }: Form): number {
  if (length === 8) return Number(bigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at));
  return bigEndian ? bytes.readUIntBE(at, length) : bytes.readUIntLE(at, length);
}
