import { formats } from './table.ts';

const brands = formats.flatMap(({ id, marks }) =>
  marks !== undefined && 'isoBrands' in marks ? [{ id, ...marks }] : [],
);

const transportPacketBytes = 188;
const timedPacketBytes = 192;
const syncByte = 0x47;

/** The format of audio or video whose signature isn't at a fixed place. */
export function mediaFormatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('ftyp', 4)) return formatOfBrand(text.slice(8, 12));
  if (text.startsWith('\x1a\x45\xdf\xa3')) return matroskaFormat(text);
  if (text.startsWith('ID3')) return formatBehindTags(head);
  if (isTransportStream(head)) return 'm2ts';
  return frameFormat(head, 0);
}

/** Image formats among ISO base media files, distinguished by the brands in the first box. */
export function pictureOfBrands(head: Buffer): string | undefined {
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

/** The DocType element is in the header; its length takes one byte. */
function matroskaFormat(text: string): string | undefined {
  const type = /\x42\x82(?:\x84(webm)|\x88(matroska))/.exec(text.slice(0, 128));
  if (type === null) return undefined;
  return type[1] === undefined ? 'mkv' : 'webm';
}

/** The format after an ID3 tag, whose length has seven bits per byte. Long tags, with a cover, are mostly in MP3 files. */
function formatBehindTags(head: Buffer): string | undefined {
  if (head.length < 10) return undefined;
  const size = 10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  if (size + 4 > head.length) return 'mp3';
  return head.toString('latin1', size, size + 4) === 'fLaC' ? 'flac' : frameFormat(head, size);
}

/** MPEG audio begins with eleven set bits and fields with some invalid values; ADTS has layer 0. */
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
