import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

const signatures = { entry: 0x02014b50, end: 0x06054b50 } as const;
const endBytes = 22;
const maxCommentBytes = 0xffff;
const entryBytes = 46;
const utf8Flag = 0x800;
const unicodePath = 0x7075;
const unknownOffset = 0xffff_ffff;
/** The upper half of code page 437. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0';

/**
 * A zip in which every name is in UTF-8, for a program that knows no code pages: where a zip doesn't say so, names are in
 * code page 437 (APPNOTE.TXT, appendix D.1), or what others wrote all the same, UTF-8. What is no zip stays as it is.
 */
export function withUtf8Names(zip: Buffer): Buffer {
  const end = endRecordAt(zip);
  if (end === undefined) return zip;
  const bytes = zip.readUInt32LE(end + 12);
  const entries = entriesIn(zip.subarray(Math.max(0, end - bytes), end));
  if (!entries.some(({ isOld }) => isOld)) return zip;
  if (zip.readUInt32LE(end + 16) === unknownOffset) throw new ConversionError(fault('zip.codePage'));
  const directory = Buffer.concat(entries.map(({ isOld, content }) => (isOld ? renamed(content) : content)));
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt32LE(directory.length, 12);
  return Buffer.concat([zip.subarray(0, end - bytes), directory, tail]);
}

/** Where the record at the end of a zip begins, behind which there is a comment at most (APPNOTE.TXT, 4.3.16). */
export function endRecordAt(zip: Buffer): number | undefined {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const isEnd = end >= Math.max(0, zip.length - endBytes - maxCommentBytes) && end + endBytes <= zip.length;
  return isEnd ? end : undefined;
}

interface Entry {
  readonly content: Buffer;
  /** Whether its name is in the code page. */
  readonly isOld: boolean;
}

/** None, where the directory is not as it should be: 7-Zip says what of it can be read. */
function entriesIn(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < directory.length;) {
    const head = directory.subarray(at, at + entryBytes);
    if (head.length < entryBytes || head.readUInt32LE(0) !== signatures.entry) return [];
    const [name, extra, comment] = [head.readUInt16LE(28), head.readUInt16LE(30), head.readUInt16LE(32)];
    const content = directory.subarray(at, at + entryBytes + name + extra + comment);
    const isUtf8 = (head.readUInt16LE(8) & utf8Flag) !== 0;
    entries.push({ content, isOld: !isUtf8 && !isText(nameOf(content)) && !hasField(content, unicodePath) });
    at += content.length;
  }
  return entries;
}

function nameOf(entry: Buffer): Buffer {
  return entry.subarray(entryBytes, entryBytes + entry.readUInt16LE(28));
}

function isText(name: Buffer): boolean {
  return Buffer.from(name.toString()).equals(name);
}

function hasField(entry: Buffer, wanted: number): boolean {
  const start = entryBytes + entry.readUInt16LE(28);
  const fields = entry.subarray(start, start + entry.readUInt16LE(30));
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) === wanted) return true;
  }
  return false;
}

function renamed(entry: Buffer): Buffer {
  const head = Buffer.from(entry.subarray(0, entryBytes));
  const old = nameOf(entry);
  const name = Buffer.from(
    Array.from(old, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (upperHalf[byte - 0x80] ?? ''),
    ).join(''),
  );
  head.writeUInt16LE(head.readUInt16LE(8) | utf8Flag, 8);
  head.writeUInt16LE(name.length, 28);
  return Buffer.concat([head, name, entry.subarray(entryBytes + old.length)]);
}
