import { type Beginning, hasBeginning } from './format.ts';
import { formats } from './table.ts';

/** Number of bytes read from the start of a file. */
export const headBytes = 4096;

/** Signatures of formats; those at the start of a file take precedence. */
const signatures = formats
  .flatMap(({ id, signature }) =>
    typeof signature === 'string' ? [] : signature.sufficient.map((beginning) => ({ id, beginning })),
  )
  .toSorted((a, b) => placeOf(a.beginning) - placeOf(b.beginning));

const zipStarts = formats.flatMap(({ id, mediaType, marks }) =>
  marks !== undefined && 'zipStart' in marks ? [{ id, mediaType, start: marks.zipStart }] : [],
);

/** Size of a ZIP entry's header before its name (APPNOTE.TXT, 4.3.7). */
const entryHeaderBytes = 30;

/** Detects the format from the first bytes of a file. Returns `undefined` if they don't identify one. */
export function formatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  const format = signatures.find(({ beginning }) => hasBeginning(text, beginning))?.id;
  if (format === 'zip') return documentInZip(text) ?? format;
  return format ?? pictureOfBrands(head) ?? mediaFormatOfHead(head) ?? formatOfXml(head.toString('utf8'));
}

function documentInZip(text: string): string | undefined {
  return zipStarts.find(({ mediaType, start }) =>
    start === 'mediaType'
      ? text.startsWith(`mimetype${mediaType}`, entryHeaderBytes)
      : hasEntryIn(text, `${start.folder}/`),
  )?.id;
}

function hasEntryIn(text: string, folder: string): boolean {
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
    if (at >= entryHeaderBytes && text.startsWith('PK', at - entryHeaderBytes)) return true;
  }
  return false;
}

/** Detects a format of XML files. Works for all encodings that include ASCII, read as UTF-8. */
function formatOfXml(text: string): string | undefined {
  const root = xmlRoot(text);
  if (root === 'FictionBook') return /^\uFEFF?\s*<\?xml/.test(text) ? 'fb2' : undefined;
  return root !== undefined && /^(?:\w+:)?svg$/i.test(root) ? 'svg' : undefined;
}

function placeOf([first]: Beginning): number {
  return typeof first?.at === 'number' ? first.at : 0;
}

const brands = formats.flatMap(({ id, marks }) =>
  marks !== undefined && 'isoBrands' in marks ? [{ id, ...marks }] : [],
);

const transportPacketBytes = 188;
const timedPacketBytes = 192;
const syncByte = 0x47;

/** The format of audio or video files whose signature isn't at a fixed offset. */
function mediaFormatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('ftyp', 4)) return formatOfBrand(text.slice(8, 12));
  if (text.startsWith('\x1a\x45\xdf\xa3')) return matroskaFormat(text);
  if (text.startsWith('ID3')) return formatBehindTags(head);
  if (isTransportStream(head)) return 'm2ts';
  return frameFormat(head, 0);
}

/** Detects image formats among ISO base media files by the brands in the first box. */
function pictureOfBrands(head: Buffer): string | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const text = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length));
  const all = text.match(/.{4}/gs) ?? [];
  const among = (names: readonly string[]): boolean => all.some((brand) => names.includes(brand));
  return brands.find(({ among: which, isoBrands }) => which === 'all' && among(isoBrands))?.id;
}

function formatOfBrand(major: string): string | undefined {
  return brands.find(
    ({ among, isoBrands }) => among === 'major' && isoBrands.some((brand) => major.startsWith(brand)),
  )?.id;
}

/**
 * Distinguishes Matroska and WebM by the DocType element in the header. The length of the element is stored in one
 * byte.
 */
function matroskaFormat(text: string): string | undefined {
  const type = /\x42\x82(?:\x84(webm)|\x88(matroska))/.exec(text.slice(0, 128));
  if (type === null) return undefined;
  return type[1] === undefined ? 'mkv' : 'webm';
}

/**
 * The format of audio after an ID3 tag, whose length has seven bits per byte. If the tag is longer than the head,
 * because it contains a cover, the file is most likely an MP3.
 */
function formatBehindTags(head: Buffer): string | undefined {
  if (head.length < 10) return undefined;
  const size = 10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  if (size + 4 > head.length) return 'mp3';
  return head.toString('latin1', size, size + 4) === 'fLaC' ? 'flac' : frameFormat(head, size);
}

/**
 * Detects MPEG audio frames, which begin with eleven set bits and fields with some invalid values. In ADTS frames, the
 * layer is 0.
 */
function frameFormat(head: Buffer, at: number): string | undefined {
  if (head.length < at + 4 || head[at] !== 0xff) return undefined;
  const [second = 0, third = 0] = head.subarray(at + 1, at + 3);
  if ((second & 0xf6) === 0xf0) return (third & 0x3c) < 0x34 ? 'aac' : undefined;
  const isLayer3 = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  const isAllowed = (third & 0xf0) !== 0xf0 && (third & 0xf0) !== 0 && (third & 0x0c) !== 0x0c;
  return isLayer3 && isAllowed ? 'mp3' : undefined;
}

function isTransportStream(head: Buffer): boolean {
  const syncs = (first: number, step: number): boolean =>
    [0, 1, 2, 3].every((packet) => head[first + packet * step] === syncByte);
  return syncs(0, transportPacketBytes) || syncs(timedPacketBytes - transportPacketBytes, timedPacketBytes);
}

/**
 * The name of an XML text's root element, after declarations, comments, and the document type; `undefined` for any
 * other text. Skips them one by one, since a single pattern for all of them could take forever.
 */
function xmlRoot(text: string): string | undefined {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const next = endOfMisc(text, at) ?? afterSpace(text, at);
    if (next === at) break;
    at = next;
  }
  const root = /<([\w:.-]{1,64})[\s>]/y;
  root.lastIndex = at;
  return root.exec(text)?.[1];
}

/** The end of a declaration, comment, or the like that starts at this offset; `undefined` if none starts there. */
function endOfMisc(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  const start = text.slice(at, at + 10);
  if (/^<\?xml/i.test(start)) return after(text, '>', at);
  return /^<!DOCTYPE\s$/i.test(start) ? endOfDoctype(text, at) : undefined;
}

function endOfDoctype(text: string, at: number): number | undefined {
  const end = after(text, '>', at);
  const subset = text.slice(at, end).indexOf('[');
  if (subset === -1) return end;
  const behind = after(text, ']', at + subset);
  if (behind === undefined) return undefined;
  const closing = afterSpace(text, behind);
  return text[closing] === '>' ? closing + 1 : undefined;
}

function after(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at === -1 ? undefined : at + mark.length;
}

function afterSpace(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text.charAt(end))) end += 1;
  return end;
}
