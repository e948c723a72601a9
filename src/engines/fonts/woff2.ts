import { convert } from 'fontverter';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { hasOverlaps, tablesOf, withOverlaps } from './sfnt.ts';

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
  const font = await convert(webFont, 'sfnt', 'woff2');
  const bits = overlapBits(webFont, maxBytes);
  return bits ? withOverlaps(font, (glyph) => ((bits[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0) : font;
}

function untransformedWoff2(font: Buffer): Buffer {
  const all = tablesOf(font);
  const loca = all.filter(({ tag }) => tag === 'loca');
  // Leave out the signature, which is invalid for rearranged tables. `loca` must directly follow `glyf`.
  const tables = all
    .filter(({ tag }) => tag !== 'DSIG' && tag !== 'loca')
    .flatMap((table) => (table.tag === 'glyf' ? [table, ...loca] : [table]));
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
  font.copy(file, 4, 0, 4);
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

/** Returns the overlap flags, one bit per glyph, if the web font contains them (WOFF File Format 2.0, 5.1). */
function overlapBits(webFont: Buffer, maxBytes: number): Buffer | undefined {
  const { start, glyfAt, glyfBytes } = arrangedOutlines(webFont);
  if (glyfBytes === 0) return undefined;
  const packed = webFont.subarray(start, start + webFont.readUInt32BE(20));
  const content = brotliDecompressSync(packed, { maxOutputLength: 2 * maxBytes });
  const outline = content.subarray(glyfAt, glyfAt + glyfBytes);
  if ((outline.readUInt16BE(2) & hasOverlapBits) === 0) return undefined;
  let at = partsAt;
  for (let size = sizesAt; size < partsAt; size += 4) at += outline.readUInt32BE(size);
  const bits = outline.subarray(at, at + Math.ceil(outline.readUInt16BE(4) / 8));
  return bits.length === 0 ? undefined : bits;
}

/**
 * Finds the compressed tables in the file, and the transformed outlines in the decompressed data. `glyfBytes` is 0 if
 * the outlines aren't transformed.
 */
function arrangedOutlines(webFont: Buffer): { start: number; glyfAt: number; glyfBytes: number } {
  let [at, before, glyfAt, glyfBytes] = [headerBytes, 0, 0, 0];
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
  for (let left = webFont.readUInt16BE(12); left > 0; left -= 1) {
    const flags = webFont.readUInt8(at);
    const known = knownTags[flags & 0x3f];
    const tag = known ?? webFont.toString('latin1', at + 1, at + 5);
    at += known === undefined ? 5 : 1;
    const plain = number();
    const isArranged = outlines.has(tag) ? flags >> 6 === 0 : flags >> 6 !== 0;
    const bytes = isArranged ? number() : plain;
    if (tag === 'glyf' && isArranged) [glyfAt, glyfBytes] = [before, bytes];
    before += bytes;
  }
  return { start: at, glyfAt, glyfBytes };
}
