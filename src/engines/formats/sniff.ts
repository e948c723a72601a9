import { open } from 'node:fs/promises';
import { mediaFormatOfHead } from './sniffMedia.ts';
import { xmlRoot } from './xmlRoot.ts';

const headBytes = 4096;

interface Signature {
  readonly format: string;
  readonly at?: number;
  readonly bytes: string;
  readonly also?: { readonly at: number; readonly bytes: string };
}

/** The first bytes of files, as latin-1 text. */
const signatures: readonly Signature[] = [
  { format: 'jpg', bytes: '\xff\xd8\xff' },
  { format: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'gif', bytes: 'GIF87a' },
  { format: 'gif', bytes: 'GIF89a' },
  { format: 'webp', bytes: 'RIFF', also: { at: 8, bytes: 'WEBP' } },
  { format: 'psb', bytes: '8BPS\0\x02' },
  { format: 'psd', bytes: '8BPS\0\x01' },
  { format: 'ico', bytes: '\0\0\x01\0' },
  { format: 'jxl', bytes: '\xff\x0a' },
  { format: 'jxl', bytes: '\0\0\0\x0cJXL \r\n\x87\n' },
  { format: 'jp2', bytes: '\0\0\0\x0cjP  \r\n\x87\n' },
  { format: 'j2k', bytes: '\xff\x4f\xff\x51' },
  { format: 'bmp', bytes: 'BM', also: { at: 6, bytes: '\0\0\0\0' } },
  { format: 'dds', bytes: 'DDS \x7c\0\0\0' },
  { format: 'cin', bytes: '\x80\x2a\x5f\xd7' },
  { format: 'farbfeld', bytes: 'farbfeld' },
  { format: 'qoi', bytes: 'qoif\0' },
  { format: 'miff', bytes: 'id=ImageMagick' },
  { format: 'mng', bytes: '\x8aMNG\r\n\x1a\n' },
  { format: 'jng', bytes: '\x8bJNG\r\n\x1a\n' },
  { format: 'dcx', bytes: '\xb1\x68\xde\x3a' },
  { format: 'sgi', bytes: '\x01\xda\0' },
  { format: 'sgi', bytes: '\x01\xda\x01' },
  { format: 'ras', bytes: '\x59\xa6\x6a\x95' },
  { format: 'xpm', bytes: '/* XPM */' },
  { format: 'zip', bytes: 'PK\x03\x04' },
  { format: 'zip', bytes: 'PK\x05\x06' },
  { format: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { format: 'rar', bytes: 'Rar!\x1a\x07' },
  { format: 'gz', bytes: '\x1f\x8b' },
  { format: 'bz2', bytes: 'BZh' },
  { format: 'xz', bytes: '\xfd7zXZ\0' },
  { format: 'zst', bytes: '\x28\xb5\x2f\xfd' },
  { format: 'tar', at: 257, bytes: 'ustar' },
  { format: 'cab', bytes: 'MSCF\0\0\0\0' },
  { format: 'cpio', bytes: '070701' },
  { format: 'cpio', bytes: '070702' },
  { format: 'cpio', bytes: '070707' },
  { format: 'wim', bytes: 'MSWIM\0\0\0' },
  // A word alone could begin a text; the number of tables after it begins with a zero.
  { format: 'otf', bytes: 'OTTO\0' },
  { format: 'ttf', bytes: 'true\0' },
  { format: 'ttf', bytes: '\0\x01\0\0\0' },
  { format: 'woff', bytes: 'wOFF' },
  { format: 'woff2', bytes: 'wOF2' },
  { format: 'eot', at: 34, bytes: 'LP', also: { at: 8, bytes: '\x01\0\x02\0' } },
  { format: 'eot', at: 34, bytes: 'LP', also: { at: 8, bytes: '\x02\0\x02\0' } },
  { format: 'tiff', bytes: 'II*\0' },
  { format: 'tiff', bytes: 'MM\0*' },
  { format: 'tiff', bytes: 'II+\0' },
  { format: 'tiff', bytes: 'MM\0+' },
  { format: 'pdf', bytes: '%PDF-' },
  { format: 'rtf', bytes: '{\\rtf' },
  { format: 'mobi', at: 60, bytes: 'BOOKMOBI' },
  { format: 'wav', bytes: 'RIFF', also: { at: 8, bytes: 'WAVE' } },
  { format: 'wav', bytes: 'RF64', also: { at: 8, bytes: 'WAVE' } },
  { format: 'w64', bytes: 'riff\x2e\x91\xcf\x11' },
  { format: 'aiff', bytes: 'FORM', also: { at: 8, bytes: 'AIF' } },
  { format: 'au', bytes: '.snd\0\0' },
  { format: 'caf', bytes: 'caff\0\x01' },
  { format: 'flac', bytes: 'fLaC' },
  { format: 'ogg', bytes: 'OggS\0' },
  { format: 'mov', at: 4, bytes: 'moov' },
  { format: 'mov', at: 4, bytes: 'mdat' },
  { format: 'mov', at: 4, bytes: 'wide' },
];

/** How a document that is a zip begins: with its type as its first file, or with one of a folder that only its kind has. */
const zipped: readonly (readonly [format: string, start: RegExp])[] = [
  ['epub', /^.{30}mimetypeapplication\/epub\+zip/s],
  ['odt', /^.{30}mimetypeapplication\/vnd\.oasis\.opendocument\.text/s],
  ['odp', /^.{30}mimetypeapplication\/vnd\.oasis\.opendocument\.presentation/s],
  ['docx', /PK.{28}word\//s],
  ['pptx', /PK.{28}ppt\//s],
];

/** The format that a file's first bytes show, or `undefined` when they show none that is known. */
export async function sniffFormat(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return formatOfHead(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The format that begins with these bytes. */
export function formatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  const signature = signatures.find(
    ({ at = 0, bytes, also }) =>
      text.startsWith(bytes, at) && (also === undefined || text.startsWith(also.bytes, also.at)),
  );
  if (signature?.format === 'zip') return zipped.find(([, start]) => start.test(text))?.[0] ?? 'zip';
  if (signature) return signature.format;
  const picture = pictureByBrand(head);
  if (picture !== undefined) return picture;
  const media = mediaFormatOfHead(head);
  if (media !== undefined) return media;
  return formatOfXml(head.toString('utf8'));
}

/** In whatever encoding: those that have ASCII in them keep it when they are read as UTF-8. */
function formatOfXml(text: string): string | undefined {
  const root = xmlRoot(text);
  if (root === 'FictionBook') return /^\uFEFF?\s*<\?xml/.test(text) ? 'fb2' : undefined;
  return root !== undefined && /^(?:\w+:)?svg$/i.test(root) ? 'svg' : undefined;
}

/** The pictures among the files of the ISO base media format, told apart by the brands in their first box. */
function pictureByBrand(head: Buffer): string | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length));
  if (/^(?:.{4})*?avi[fs]/s.test(brands)) return 'avif';
  return /^(?:.{4})*?he(?:ic|ix|vc|vx|im|is)/s.test(brands) ? 'heic' : undefined;
}
