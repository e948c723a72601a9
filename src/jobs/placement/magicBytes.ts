import { own } from '../../util/own.ts';

/** How many bytes at the start of a file decide. */
export const magicLength = 1024;

type Test = (head: Buffer) => boolean;

const bytes =
  (hex: string, at = 0): Test =>
  (head) =>
    head.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'));

const text =
  (latin: string, at = 0): Test =>
  (head) =>
    head.toString('latin1', at, at + latin.length) === latin;

const any =
  (...tests: Test[]): Test =>
  (head) =>
    tests.some((test) => test(head));

const all =
  (...tests: Test[]): Test =>
  (head) =>
    tests.every((test) => test(head));

const zip = any(text('PK\u0003\u0004'), text('PK\u0005\u0006'));
const isoMedia = text('ftyp', 4);
const riff = (kind: string): Test => all(text('RIFF'), text(kind, 8));
// Some writers put a few lines before the header, and readers allow it.
const pdf: Test = (head) => head.includes('%PDF-');
const png = bytes('89504e470d0a1a0a');
const matroska = bytes('1a45dfa3');
/** Eleven set bits, or the tag that stands before them. */
const mpegAudio: Test = (head) => text('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0);
const compound = bytes('d0cf11e0a1b11ae1');
const palmBook = text('BOOKMOBI', 60);
const asf = bytes('3026b2758e66cf11');

/** How files of a format begin, where every file of the format does. */
const signatures: Readonly<Record<string, Test>> = {
  '3g2': isoMedia,
  '3gp': isoMedia,
  '7z': bytes('377abcaf271c'),
  aac: mpegAudio,
  ac3: bytes('0b77'),
  aiff: all(text('FORM'), text('AIF', 8)),
  apng: png,
  asf,
  au: text('.snd'),
  avi: riff('AVI '),
  avif: isoMedia,
  azw3: palmBook,
  bmp: text('BM'),
  bz2: text('BZh'),
  caf: text('caff'),
  cin: any(bytes('802a5fd7'), bytes('d75f2a80')),
  dcx: any(bytes('b168de3a'), bytes('3ade68b1')),
  dds: text('DDS '),
  doc: compound,
  docx: zip,
  eac3: bytes('0b77'),
  eps: text('%!PS'),
  epub: zip,
  f4v: isoMedia,
  farbfeld: text('farbfeld'),
  flac: any(text('fLaC'), text('ID3')),
  flv: text('FLV'),
  gif: text('GIF8'),
  gz: bytes('1f8b'),
  heic: isoMedia,
  htmlz: zip,
  ico: bytes('00000100'),
  j2k: bytes('ff4fff51'),
  jng: bytes('8b4a4e47'),
  jp2: bytes('0000000c6a502020'),
  jpg: bytes('ffd8ff'),
  jxl: any(bytes('ff0a'), bytes('0000000c4a584c20')),
  m2ts: text('G', 4),
  m4a: isoMedia,
  m4b: isoMedia,
  m4r: isoMedia,
  m4v: isoMedia,
  miff: text('id=ImageMagick'),
  mka: matroska,
  mkv: matroska,
  mng: bytes('8a4d4e47'),
  mobi: palmBook,
  mov: any(isoMedia, text('moov', 4), text('mdat', 4), text('wide', 4)),
  mp3: mpegAudio,
  mp4: isoMedia,
  mpg: bytes('000001ba'),
  mxf: bytes('060e2b34'),
  odp: zip,
  ods: zip,
  odt: zip,
  oga: text('OggS'),
  ogg: text('OggS'),
  ogv: text('OggS'),
  opus: text('OggS'),
  otf: any(text('OTTO'), bytes('00010000')),
  pam: text('P7'),
  pcx: bytes('0a'),
  pdf,
  pgm: any(text('P2'), text('P5')),
  png,
  pnm: text('P'),
  ppm: any(text('P3'), text('P6')),
  ppt: compound,
  pptx: zip,
  ps: text('%!PS'),
  psb: text('8BPS'),
  psd: text('8BPS'),
  qoi: text('qoif'),
  ras: bytes('59a66a95'),
  rtf: text('{\\rtf'),
  sgi: bytes('01da'),
  spx: text('OggS'),
  tar: text('ustar', 257),
  'tar.bz2': text('BZh'),
  'tar.gz': bytes('1f8b'),
  'tar.xz': bytes('fd377a585a00'),
  'tar.zst': bytes('28b52ffd'),
  tiff: any(bytes('49492a00'), bytes('4d4d002a'), bytes('49492b00'), bytes('4d4d002b')),
  ts: text('G'),
  tta: text('TTA1'),
  ttf: any(bytes('00010000'), text('true')),
  viff: bytes('ab01'),
  vob: bytes('000001ba'),
  w64: text('riff'),
  wav: any(riff('WAVE'), text('RF64')),
  weba: matroska,
  webm: matroska,
  webp: riff('WEBP'),
  wma: asf,
  wmv: asf,
  woff: text('wOFF'),
  woff2: text('wOF2'),
  wv: text('wvpk'),
  xls: compound,
  xlsx: zip,
  xpm: text('/* XPM */'),
  xz: bytes('fd377a585a00'),
  y4m: text('YUV4MPEG2'),
  zip,
  zst: bytes('28b52ffd'),
};

/** Whether a file that begins so can be of the format; a format whose beginning is not known can be anything. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  return format === undefined || (own(signatures, format)?.(head) ?? true);
}

/** Formats of text in which a file that says nothing is a file all the same. */
const texts: ReadonlySet<string> = new Set([
  'txt',
  'md',
  'csv',
  'tsv',
  'ndjson',
  'yaml',
  'toml',
  'ini',
  'properties',
  'srt',
  'vtt',
  'rst',
  'org',
  'adoc',
]);

/** Whether a file of the format may hold nothing: an empty text is a result, an empty picture is none. */
export function canBeEmpty(format: string): boolean {
  return texts.has(format);
}
