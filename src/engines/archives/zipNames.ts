import { crc32 } from 'node:zlib';

const signatures = { entry: 0x02014b50, end64: 0x06064b50, locator64: 0x07064b50 } as const;
const endBytes = 22;
const locatorBytes = 20;
const end64Bytes = 56;
const maxCommentBytes = 0xffff;
const maxExtraBytes = 0xffff;
/**
 * The maximum length of a name in an extra field. The field's length has two bytes and includes a header of five bytes.
 */
const maxTextBytes = maxExtraBytes - 5;
const entryBytes = 46;
const utf8Flag = 0x800;
const unicodePath = 0x7075;
/**
 * Host systems whose paths may contain backslashes: MS-DOS, OS/2, Windows (two numbers), and VFAT (APPNOTE.TXT, 4.4.2).
 */
const dosHosts = new Set([0, 6, 10, 11, 14]);
/** The characters of code page 437 from 0x80 on. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0';

/**
 * Changes a ZIP's directory so that 7-Zip reads its names as intended: names in a code page get an extra field with
 * their Unicode form, and backslashes from DOS and Windows become slashes. Names without a declared encoding are in
 * UTF-8 if they are valid UTF-8, or else in code page 437 (APPNOTE.TXT, appendix D.1). Other files are returned
 * unchanged.
 */
export function withReadableNames(zip: Buffer): Buffer {
  const end = endRecordAt(zip);
  if (end === undefined) return zip;
  const { start, stop } = directoryIn(zip, end);
  const entries = entriesIn(zip.subarray(start, stop));
  const renamed = entries.map(withReadableName);
  if (renamed.every((entry, index) => entry === entries[index])) return zip;
  const directory = Buffer.concat(renamed);
  const tail = Buffer.from(zip.subarray(stop));
  if (stop === end) tail.writeUInt32LE(directory.length, 12);
  else resize64(tail, end - stop, directory.length, directory.length - (stop - start));
  return Buffer.concat([zip.subarray(0, start), directory, tail]);
}

/**
 * Finds a ZIP's directory. A large ZIP has a ZIP64 record before the end record, and a locator for it (APPNOTE.TXT,
 * 4.3.14).
 */
function directoryIn(zip: Buffer, end: number): { start: number; stop: number } {
  const locator = end - locatorBytes;
  const record = locator - end64Bytes;
  const isLarge =
    record >= 0 &&
    zip.readUInt32LE(locator) === signatures.locator64 &&
    zip.readUInt32LE(record) === signatures.end64;
  const bytes = isLarge ? Number(zip.readBigUInt64LE(record + 40)) : zip.readUInt32LE(end + 12);
  const stop = isLarge ? record : end;
  return { start: Math.max(0, stop - bytes), stop };
}

/**
 * Updates the directory's size, which both end records contain unless the older one refers to ZIP64. If the offset was
 * wrong before, it stays wrong, and 7-Zip reports it.
 */
function resize64(tail: Buffer, end: number, bytes: number, growth: number): void {
  tail.writeBigUInt64LE(BigInt(bytes), 40);
  if (tail.readUInt32LE(end + 12) !== 0xffff_ffff) tail.writeUInt32LE(bytes, end + 12);
  const pointer = end - locatorBytes + 8;
  tail.writeBigUInt64LE(BigInt.asUintN(64, tail.readBigUInt64LE(pointer) + BigInt(growth)), pointer);
}

/** Finds the start of a ZIP's end record, which only a comment may follow (APPNOTE.TXT, 4.3.16). */
export function endRecordAt(zip: Buffer): number | undefined {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const isEnd = end >= Math.max(0, zip.length - endBytes - maxCommentBytes) && end + endBytes <= zip.length;
  return isEnd ? end : undefined;
}

/** Splits a ZIP's directory into entries. Returns none if it is broken; 7-Zip then reports the readable part. */
function entriesIn(directory: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < directory.length;) {
    const head = directory.subarray(at, at + entryBytes);
    if (head.length < entryBytes || head.readUInt32LE(0) !== signatures.entry) return [];
    const [name, extra, comment] = [head.readUInt16LE(28), head.readUInt16LE(30), head.readUInt16LE(32)];
    entries.push(directory.subarray(at, at + entryBytes + name + extra + comment));
    at += entryBytes + name + extra + comment;
  }
  return entries;
}

/** Returns a directory entry with a readable name, or the same entry if its name is readable already. */
function withReadableName(entry: Buffer): Buffer {
  const raw = entry.subarray(entryBytes, entryBytes + entry.readUInt16LE(28));
  const fieldsEnd = entryBytes + raw.length + entry.readUInt16LE(30);
  const fields = fieldsIn(entry.subarray(entryBytes + raw.length, fieldsEnd));
  const isUtf8 = (entry.readUInt16LE(8) & utf8Flag) !== 0;
  const said = isUtf8
    ? undefined
    : fields.map((field) => unicodeIn(field, raw)).find((each) => each !== undefined);
  const text = said ?? (isUtf8 || isText(raw) ? undefined : fromCodePage(raw));
  const isDos = dosHosts.has(entry.readUInt8(5));
  const hasBackslash = isDos && (text?.includes('\\') ?? raw.includes('\\'));
  if (!hasBackslash && text === said) return entry;
  if (text !== undefined && Buffer.byteLength(text) > maxTextBytes) return entry;
  // 7-Zip accepts names that differ from the local headers only in their slashes.
  const name = isDos ? Buffer.from(raw.toString('latin1').replaceAll('\\', '/'), 'latin1') : raw;
  const kept = text === undefined ? fields : fields.filter((field) => field.readUInt16LE(0) !== unicodePath);
  const added = text === undefined ? [] : [unicodeField(name, isDos ? text.replaceAll('\\', '/') : text)];
  const extra = Buffer.concat([...kept, ...added]);
  if (extra.length > maxExtraBytes) return entry;
  const head = Buffer.from(entry.subarray(0, entryBytes));
  head.writeUInt16LE(extra.length, 30);
  return Buffer.concat([head, name, extra, entry.subarray(fieldsEnd)]);
}

function isText(name: Buffer): boolean {
  return Buffer.from(name.toString()).equals(name);
}

function fromCodePage(name: Buffer): string {
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (upperHalf[byte - 0x80] ?? ''),
  ).join('');
}

/** Splits an entry's extra data into fields, each with its header. */
function fieldsIn(extra: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length;) {
    const field = extra.subarray(at, at + 4 + extra.readUInt16LE(at + 2));
    fields.push(field);
    at += field.length;
  }
  return fields;
}

/**
 * Returns the Unicode form of a name from an extra field, if the field still belongs to this name (APPNOTE.TXT, 4.6.9).
 */
function unicodeIn(field: Buffer, name: Buffer): string | undefined {
  if (field.readUInt16LE(0) !== unicodePath || field.length < 9) return undefined;
  return field.readUInt32LE(5) === crc32(name) ? field.toString('utf8', 9) : undefined;
}

function unicodeField(name: Buffer, text: string): Buffer {
  const path = Buffer.from(text);
  const head = Buffer.alloc(9);
  head.writeUInt16LE(unicodePath, 0);
  head.writeUInt16LE(5 + path.length, 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, path]);
}
