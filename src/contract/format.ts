import { own } from '../util/own.ts';

/** Extensions that name the same format, each mapped to the name used in catalogs and requests. */
const synonyms: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  jsonl: 'ndjson',
  tif: 'tiff',
  htm: 'html',
  heif: 'heic',
  hif: 'heic',
  dib: 'bmp',
  pct: 'pict',
  sun: 'ras',
  icb: 'tga',
  vda: 'tga',
  vst: 'tga',
  ff: 'farbfeld',
  jpc: 'j2k',
  j2c: 'j2k',
  yml: 'yaml',
  markdown: 'md',
  docbook: 'dbk',
  latex: 'tex',
  azw: 'mobi',
  prc: 'mobi',
  rest: 'rst',
  wiki: 'mediawiki',
  aif: 'aiff',
  aifc: 'aiff',
  m2t: 'm2ts',
  m4b: 'm4a',
  oga: 'ogg',
  qt: 'mov',
  wave: 'wav',
  tgz: 'tar.gz',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  txz: 'tar.xz',
  tzst: 'tar.zst',
};

/** The catalog's name of a format: lower case, no leading dot, one name per format (`.JPEG` is `jpg`). */
export function canonicalFormat(format: string): string {
  const plain = format.trim().toLowerCase().replace(/^\./, '');
  return own(synonyms, plain) ?? plain;
}

/** A value of a list that can be the name of a format, in the catalog's form; `undefined` for prose, figures and the like. */
export function formatNamed(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const format = canonicalFormat(value);
  return /^[a-z0-9][a-z0-9.+_-]{0,15}$/.test(format) ? format : undefined;
}

/** The format that a file's name claims, or `undefined` for a name without an extension. */
export function formatOfFileName(fileName: string): string | undefined {
  const compound = /[^/\\]\.(tar\.(?:gz|bz2|xz|zst))$/i.exec(fileName)?.[1];
  const extension = compound ?? extensionOf(fileName);
  return extension === undefined ? undefined : canonicalFormat(extension);
}

/** What stands behind the last dot of a name, if that is no white space and not all dots are in front. */
function extensionOf(fileName: string): string | undefined {
  const name = fileName.slice(1 + Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')));
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const isNamed = dot !== -1 && /[^.]/.test(name.slice(0, dot));
  return isNamed && extension !== '' && !/\s/.test(extension) ? extension : undefined;
}
