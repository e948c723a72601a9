import { damaged } from '../../api/conversionError.ts';

/** The file and each of its entries begin with a type of four characters and a length. */
const headerBytes = 8;
/** There are about fifty entry types, plus variants for dark mode and selections. */
const maxEntries = 1000;

export interface IcnsEntry {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Returns the entries of an ICNS file.
 * @throws ConversionError if an entry extends beyond the file
 */
export function entriesOf(file: Buffer): IcnsEntry[] {
  const entries: IcnsEntry[] = [];
  const end = lengthAt(file, 0, file.length);
  for (let at = headerBytes; at < end;) {
    if (entries.length >= maxEntries) throw damaged('image');
    const length = lengthAt(file, at, end);
    const type = file.toString('latin1', at, at + 4);
    entries.push({ type, content: file.subarray(at + headerBytes, at + length) });
    at += length;
  }
  return entries;
}

export function icnsOf(entries: readonly IcnsEntry[]): Buffer {
  return packed(
    'icns',
    entries.map(({ type, content }) => packed(type, [content])),
  );
}

function lengthAt(file: Buffer, at: number, end: number): number {
  const length = at + headerBytes <= end ? file.readUInt32BE(at + 4) : 0;
  if (length < headerBytes || at + length > end) throw damaged('image');
  return length;
}

function packed(type: string, contents: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(type, 'latin1');
  header.writeUInt32BE(headerBytes + contents.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([header, ...contents]);
}
