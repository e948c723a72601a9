import { own } from '../../util/own.ts';
import type { Format } from './format.ts';
import { formatRow, formats } from './table.ts';

/** The further extensions of formats, each with the name that stands for it in catalogs and requests. */
const canonicalNames: Readonly<Record<string, string>> = Object.fromEntries(
  formats.flatMap(({ id, extensions = [] }) => extensions.map((extension) => [extension, id])),
);

/** Those with a dot inside, which a look behind the last dot of a name would miss. */
const compoundExtensions = formats.map(({ id }) => id).filter((id) => id.includes('.'));

/** The catalog's name of a format: lower case, no leading dot, one name per format (`.JPEG` is `jpg`). */
export function canonicalFormat(format: string): string {
  const plain = format.trim().toLowerCase().replace(/^\./, '');
  return own(canonicalNames, plain) ?? plain;
}

/** A value of a list that can be the name of a format, in the catalog's form; `undefined` for prose, figures and the like. */
export function formatNamed(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const format = canonicalFormat(value);
  return /^[a-z0-9][a-z0-9.+_-]{0,15}$/.test(format) ? format : undefined;
}

/** The format that a file's name claims, or `undefined` for a name without an extension. */
export function formatOfFileName(fileName: string): string | undefined {
  const compound = compoundExtensionOf(fileName);
  const isNamed = compound !== undefined && /[^/\\]$/.test(fileName.slice(0, -compound.length - 1));
  const extension = isNamed ? compound : extensionOf(fileName);
  return extension === undefined ? undefined : canonicalFormat(extension);
}

/** The row of the format that a file's name claims; `undefined` where the table has none. */
export function rowOfFileName(fileName: string): Format | undefined {
  const format = formatOfFileName(fileName);
  return format === undefined ? undefined : formatRow(format);
}

/** The extension of several parts, such as `tar.gz`, that a name ends in, in lower case. */
export function compoundExtensionOf(fileName: string): string | undefined {
  const name = fileName.toLowerCase();
  return compoundExtensions.find((extension) => name.endsWith(`.${extension}`));
}

/** What stands behind the last dot of a name, if that is no white space and not all dots are in front. */
function extensionOf(fileName: string): string | undefined {
  const name = fileName.slice(1 + Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')));
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const isNamed = dot !== -1 && /[^.]/.test(name.slice(0, dot));
  return isNamed && extension !== '' && !/\s/.test(extension) ? extension : undefined;
}
