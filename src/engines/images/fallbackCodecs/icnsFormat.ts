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

/** A run takes two bytes, so shorter runs aren't worth it. This value is also the offset in a run's length byte. */
const minRun = 3;
const maxRun = 130;
const maxLiteral = 128;
const runFlag = 0x80;

/** Decompresses run-length encoded bytes. Returns `undefined` if the result doesn't have the expected size. */
export function unpackRuns(packed: Buffer, bytes: number): Buffer | undefined {
  const plain = Buffer.alloc(bytes);
  let to = 0;
  for (let at = 0; at < packed.length;) {
    const lead = packed.readUInt8(at);
    const isRun = lead >= runFlag;
    const length = isRun ? lead - runFlag + minRun : lead + 1;
    const taken = isRun ? 1 : length;
    if (to + length > bytes || at + 1 + taken > packed.length) return undefined;
    if (isRun) plain.fill(packed.readUInt8(at + 1), to, to + length);
    else packed.copy(plain, to, at + 1, at + 1 + taken);
    to += length;
    at += 1 + taken;
  }
  return to === bytes ? plain : undefined;
}

/** Compresses bytes to runs and literals. */
export function packRuns(plain: Buffer): Buffer {
  const parts: Buffer[] = [];
  let literal = 0;
  for (let at = 0; at < plain.length;) {
    const run = runAt(plain, at);
    if (run >= minRun) {
      parts.push(...literals(plain.subarray(literal, at)));
      parts.push(Buffer.of(runFlag + run - minRun, plain.readUInt8(at)));
      literal = at + run;
    }
    at += run;
  }
  return Buffer.concat([...parts, ...literals(plain.subarray(literal))]);
}

function runAt(plain: Buffer, start: number): number {
  let end = start + 1;
  while (end < plain.length && end < start + maxRun && plain[end] === plain[start]) end += 1;
  return end - start;
}

function literals(plain: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(plain.length / maxLiteral) }, (_, index) => {
    const part = plain.subarray(index * maxLiteral, (index + 1) * maxLiteral);
    return Buffer.concat([Buffer.of(part.length - 1), part]);
  });
}

/** A type of entry whose picture is run-length encoded, one channel after the other. */
export interface RunType {
  readonly side: number;
  /** The type of the entry that contains the picture's alpha. Absent if alpha is part of the picture. */
  readonly mask?: string;
  /** Bytes that precede the runs. */
  readonly prefix?: string;
}

/**
 * Run-length encoded entries by type. Pictures have three channels and a separate mask, or, on newer versions of macOS,
 * four channels with alpha first.
 */
export const runTypes: Readonly<Record<string, RunType>> = {
  is32: { side: 16, mask: 's8mk' },
  il32: { side: 32, mask: 'l8mk' },
  icp4: { side: 16, mask: 's8mk' },
  icp5: { side: 32, mask: 'l8mk' },
  ih32: { side: 48, mask: 'h8mk' },
  it32: { side: 128, mask: 't8mk', prefix: '\0\0\0\0' },
  ic04: { side: 16, prefix: 'ARGB' },
  icsb: { side: 18, prefix: 'ARGB' },
  ic05: { side: 32, prefix: 'ARGB' },
};

/**
 * The width and height in pixels of entries that contain a PNG or JPEG 2000 file. Many are meant for double-density
 * displays.
 */
export const fileTypes: Readonly<Record<string, number>> = {
  icp4: 16,
  ic04: 16,
  icsb: 18,
  sb24: 24,
  icp5: 32,
  ic05: 32,
  ic11: 32,
  icsB: 36,
  SB24: 48,
  icp6: 64,
  ic12: 64,
  ic07: 128,
  ic08: 256,
  ic13: 256,
  ic09: 512,
  ic14: 512,
  ic10: 1024,
};

/** The sizes that we write, with their entry types for single and double density. */
export const writtenTypes: ReadonlyMap<number, readonly string[]> = new Map([
  // In an application's icon, macOS ignores PNGs of 16 and 32 pixels, so these sizes are run-length encoded.
  [16, ['is32']],
  [32, ['il32', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

export const icnsSizes: readonly number[] = [...writtenTypes.keys()];
