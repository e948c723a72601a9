import { convert } from 'fontverter';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { hasOverlaps, outlinesOf, type SfntTable, tablesOf, withOverlaps } from './sfnt.ts';

/** Table tags in the order of their numbers in WOFF2 (WOFF File Format 2.0, 4.1). */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.padEnd(4));
const otherTag = 63;
/** Flag for outlines that are stored as in a TTF. By default, WOFF2 transforms them. */
const untransformed = 3 << 6;
const outlines = new Set(['glyf', 'loca']);
const headerBytes = 48;
const losslessFlag = 0x0800;
/** Offset in the transformed `glyf` table of the sizes of its seven parts. */
const sizesAt = 8;
const partsAt = 36;
const hasOverlapBits = 1;

/** Converts a font to WOFF2. Fonts with overlap flags are written by our own code, because the library drops these. */
export async function woff2OfFont(font: Buffer): Promise<Buffer> {
  return hasOverlaps(font) ? untransformedWoff2(font) : convert(font, 'woff2', 'sfnt');
}

/** Converts a WOFF2 to a font, and restores the overlap flags, which the library doesn't read. */
export async function fontOfWoff2(webFont: Buffer, maxBytes: number): Promise<Buffer> {
  const content = contentOf(webFont, maxBytes);
  const font = await convert(withPlainMetrics(webFont, content) ?? webFont, 'sfnt', 'woff2');
  const bits = overlapBits(content);
  return bits ? withOverlaps(font, (glyph) => ((bits[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0) : font;
}

function untransformedWoff2(font: Buffer): Buffer {
  const all = tablesOf(font);
  const loca = all.filter(({ tag }) => tag === 'loca');
  // Leave out the signature, which is invalid for rearranged tables. `loca` must directly follow `glyf`.
  const tables = all
    .filter(({ tag }) => tag !== 'DSIG' && tag !== 'loca')
    .flatMap((table) => (table.tag === 'glyf' ? [table, ...loca] : [table]));
  return woff2Of(font.subarray(0, 4), tables);
}

/** Writes tables without transforming them. */
function woff2Of(signature: Buffer, tables: readonly Pick<SfntTable, 'tag' | 'content'>[]): Buffer {
  const directory = tables.flatMap(({ tag, content }) => {
    const known = knownTags.indexOf(tag);
    const flags = (known === -1 ? otherTag : known) | (outlines.has(tag) ? untransformed : 0);
    return [Buffer.from([flags]), Buffer.from(known === -1 ? tag : '', 'latin1'), base128(content.length)];
  });
  const content = Buffer.concat(
    tables.map((table) => (table.tag === 'head' ? markedHead(table.content) : table.content)),
  );
  const packed = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const header = Buffer.alloc(headerBytes);
  const body = Buffer.concat([header, ...directory, packed]);
  const file = Buffer.concat([body, Buffer.alloc(-body.length & 3)]);
  file.write('wOF2', 'latin1');
  signature.copy(file, 4);
  file.writeUInt32BE(file.length, 8);
  file.writeUInt16BE(tables.length, 12);
  const sfntBytes = 12 + tables.reduce((sum, table) => sum + 16 + ((table.content.length + 3) & ~3), 0);
  file.writeUInt32BE(sfntBytes, 16);
  file.writeUInt32BE(packed.length, 20);
  file.writeUInt16BE(1, 24);
  return file;
}

/** Sets the flag that says the font was converted losslessly, as WOFF2 requires. */
function markedHead(head: Buffer): Buffer {
  const marked = Buffer.from(head);
  marked.writeUInt16BE(marked.readUInt16BE(16) | losslessFlag, 16);
  return marked;
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

interface StoredTable {
  readonly tag: string;
  readonly content: Buffer;
  readonly isTransformed: boolean;
}

/** Returns the overlap flags, one bit per glyph, if the web font contains them (WOFF File Format 2.0, 5.1). */
function overlapBits(tables: readonly StoredTable[]): Buffer | undefined {
  const outline = tables.find(({ tag, isTransformed }) => tag === 'glyf' && isTransformed)?.content;
  if (outline === undefined || outline.length === 0) return undefined;
  if ((outline.readUInt16BE(2) & hasOverlapBits) === 0) return undefined;
  let at = partsAt;
  for (let size = sizesAt; size < partsAt; size += 4) at += outline.readUInt32BE(size);
  const bits = outline.subarray(at, at + Math.ceil(outline.readUInt16BE(4) / 8));
  return bits.length === 0 ? undefined : bits;
}

/** Flags of a transformed `hmtx` table: left side bearings that are left out (WOFF File Format 2.0, 5.4). */
const leftOut = { proportional: 1, monospaced: 2 } as const;

/**
 * Returns the web font with a plain `hmtx` table, which the library only restores together with transformed outlines.
 * Returns `undefined` if the library can do it.
 */
function withPlainMetrics(webFont: Buffer, tables: readonly StoredTable[]): Buffer | undefined {
  const named = new Map(tables.map((table) => [table.tag, table]));
  const [hmtx, glyf, hhea, maxp] = ['hmtx', 'glyf', 'hhea', 'maxp'].map((tag) => named.get(tag));
  if (!hmtx?.isTransformed || !glyf || glyf.isTransformed || !hhea || !maxp) return undefined;
  const [widths, glyphs] = [hhea.content.readUInt16BE(34), maxp.content.readUInt16BE(4)];
  const metrics = Buffer.alloc(widths * 4 + Math.max(0, glyphs - widths) * 2);
  const bearingAt = (glyph: number): number =>
    glyph < widths ? glyph * 4 + 2 : widths * 4 + (glyph - widths) * 2;
  // A bearing that is left out is the leftmost point of the outline.
  for (const [glyph, at] of outlinesOf(tables)) {
    if (glyph < glyphs) glyf.content.copy(metrics, bearingAt(glyph), at + 2, at + 4);
  }
  const flags = hmtx.content.readUInt8(0);
  let at = 1;
  const take = (to: number): void => {
    at += hmtx.content.copy(metrics, to, at, at + 2);
  };
  for (let glyph = 0; glyph < widths; glyph += 1) take(glyph * 4);
  if ((flags & leftOut.proportional) === 0)
    for (let glyph = 0; glyph < widths; glyph += 1) take(bearingAt(glyph));
  if ((flags & leftOut.monospaced) === 0)
    for (let glyph = widths; glyph < glyphs; glyph += 1) take(bearingAt(glyph));
  const plain = tables.map(({ tag, content }) => ({ tag, content: tag === 'hmtx' ? metrics : content }));
  return woff2Of(webFont.subarray(4, 8), plain);
}

/** Decompresses the tables, in the order of the file. */
function contentOf(webFont: Buffer, maxBytes: number): StoredTable[] {
  const { start, entries } = directoryOf(webFont);
  const packed = webFont.subarray(start, start + webFont.readUInt32BE(20));
  const content = brotliDecompressSync(packed, { maxOutputLength: 2 * maxBytes });
  let end = 0;
  return entries.map(({ tag, isTransformed, bytes }) => {
    end += bytes;
    return { tag, isTransformed, content: content.subarray(end - bytes, end) };
  });
}

interface Entry extends Pick<StoredTable, 'tag' | 'isTransformed'> {
  readonly bytes: number;
}

/** Reads the table directory, and finds the compressed tables, which follow it. */
function directoryOf(webFont: Buffer): { readonly start: number; readonly entries: readonly Entry[] } {
  let at = headerBytes;
  const number = (): number => {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = webFont.readUInt8(at);
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  const entries = Array.from({ length: webFont.readUInt16BE(12) }, () => {
    const flags = webFont.readUInt8(at);
    const known = knownTags[flags & 0x3f];
    const tag = known ?? webFont.toString('latin1', at + 1, at + 5);
    at += known === undefined ? 5 : 1;
    const plain = number();
    const isTransformed = outlines.has(tag) ? flags >> 6 === 0 : flags >> 6 !== 0;
    return { tag, isTransformed, bytes: isTransformed ? number() : plain };
  });
  return { start: at, entries };
}
