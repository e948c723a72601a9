import { damaged } from '../api/conversionError.ts';

/** A table of a font, and its entry in the table directory (OpenType 1.9, "Table Directory"). */
export interface SfntTable {
  readonly tag: string;
  readonly entry: Buffer;
  readonly content: Buffer;
}

const directoryStart = 12;
const entryBytes = 16;
const checksumOfAll = 0xb1b0_afba;
const adjustmentAt = 8;
const overlapSimple = 0x40;

/** Returns the tables in the order of the directory. Writing to their buffers changes the font. */
export function tablesOf(font: Buffer): SfntTable[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = directoryStart + index * entryBytes;
    const entry = font.subarray(at, at + entryBytes);
    const start = entry.readUInt32BE(8);
    const content = font.subarray(start, start + entry.readUInt32BE(12));
    return { tag: entry.toString('latin1', 0, 4), entry, content };
  });
}

type TableContent = Pick<SfntTable, 'tag' | 'content'>;

/** Yields the offset of each glyph that has an outline in the `glyf` table, with the glyph's number. */
export function* outlinesOf(
  tables: readonly TableContent[],
): Generator<readonly [glyph: number, at: number]> {
  const [head, loca] = ['head', 'loca'].map((name) => tables.find(({ tag }) => tag === name)?.content);
  if (!head || !loca) return;
  const isLong = head.readInt16BE(50) !== 0;
  const offset = (index: number): number =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
  const glyphs = Math.floor(loca.length / (isLong ? 4 : 2)) - 1;
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    const start = offset(glyph);
    if (offset(glyph + 1) > start) yield [glyph, start];
  }
}

/** Yields the offset of each simple glyph's first flag in the `glyf` table, with the glyph's number. */
export function* firstFlags(tables: readonly SfntTable[]): Generator<readonly [glyph: number, at: number]> {
  const glyf = tables.find(({ tag }) => tag === 'glyf')?.content;
  if (!glyf) return;
  for (const [glyph, start] of outlinesOf(tables)) {
    const contours = glyf.readInt16BE(start);
    if (contours <= 0) continue;
    const instructions = start + 10 + contours * 2;
    yield [glyph, instructions + 2 + glyf.readUInt16BE(instructions)];
  }
}

/** True if a glyph has the flag for overlapping contours. Without the flag, some rasterizers draw overlaps as holes. */
export function hasOverlaps(font: Buffer): boolean {
  const tables = tablesOf(font);
  const glyf = tables.find(({ tag }) => tag === 'glyf')?.content;
  for (const [, at] of firstFlags(tables)) if (((glyf?.[at] ?? 0) & overlapSimple) !== 0) return true;
  return false;
}

/** Returns a copy of the font with the flag for overlapping contours in the glyphs that `overlaps` selects. */
export function withOverlaps(font: Buffer, overlaps: (glyph: number) => boolean): Buffer {
  const copy = Buffer.from(font);
  const tables = tablesOf(copy);
  const [glyf, head] = ['glyf', 'head'].map((name) => tables.find(({ tag }) => tag === name));
  if (!glyf || !head) return font;
  for (const [glyph, at] of firstFlags(tables)) {
    if (overlaps(glyph)) glyf.content.writeUInt8(glyf.content.readUInt8(at) | overlapSimple, at);
  }
  glyf.entry.writeUInt32BE(checksum(glyf.content), 4);
  head.content.writeUInt32BE(0, adjustmentAt);
  head.content.writeUInt32BE((checksumOfAll - checksum(copy)) >>> 0, adjustmentAt);
  return copy;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  const rest = Buffer.alloc(4);
  bytes.copy(rest, 0, whole);
  return (sum + rest.readUInt32BE(0)) >>> 0;
}

/**
 * The layout of a table directory: where to find the number of tables, the entries, and a table's offset and length.
 */
interface Directory {
  readonly countAt: number;
  readonly start: number;
  readonly entryBytes: number;
  readonly placeAt: number;
  readonly lengthAt: number;
}

/**
 * The layouts in OpenType 1.9 and WOFF 1.0. WOFF2 needs no check, because its tables are compressed together, so a
 * truncated file fails to decompress.
 */
const directories = {
  sfnt: { countAt: 4, start: 12, entryBytes: 16, placeAt: 8, lengthAt: 12 },
  woff: { countAt: 12, start: 44, entryBytes: 20, placeAt: 4, lengthAt: 8 },
} as const satisfies Readonly<Record<string, Directory>>;

/** Tables may share bytes, as bitmap tables do, but every table is written separately. */
const maxTimesFile = 4;

/**
 * Rejects a font that ends within a table, because the library would pad the table with zeros, and a font whose tables
 * overlap so much that in total they are far larger than the file.
 * @throws ConversionError, or RangeError
 */
export function checkTables(font: Buffer, container: keyof typeof directories): void {
  const { countAt, start, entryBytes, placeAt, lengthAt } = directories[container];
  let leftBytes = maxTimesFile * font.length;
  for (let left = font.readUInt16BE(countAt), at = start; left > 0; left -= 1, at += entryBytes) {
    const length = font.readUInt32BE(at + lengthAt);
    leftBytes -= length;
    if (leftBytes < 0 || font.readUInt32BE(at + placeAt) + length > font.length) throw damaged('font');
  }
}
