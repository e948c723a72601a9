import { ownValue } from '../../util/ownValue.ts';
import type { Format } from './format.ts';
import { formatById, formats } from './table.ts';

/** Other extensions of formats, each with the format's name in catalogs and requests. */
const canonicalNames: Readonly<Record<string, string>> = Object.fromEntries(
  formats.flatMap(({ id, extensions = [] }) => extensions.map((extension) => [extension, id])),
);

/** Extensions that contain a dot, such as `tar.gz`. */
const compoundExtensions = formats.map(({ id }) => id).filter((id) => id.includes('.'));

/** The name of a format in catalogs: lower case, no leading dot, one name per format (`.JPEG` is `jpg`). */
export function canonicalFormat(format: string): string {
  const plain = format.trim().toLowerCase().replace(/^\./, '');
  return ownValue(canonicalNames, plain) ?? plain;
}

/** The catalog name for a value that can be a format's name; `undefined` for prose, numbers, and so on. */
export function formatNamed(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const format = canonicalFormat(value);
  return /^[a-z0-9][a-z0-9.+_-]{0,15}$/.test(format) ? format : undefined;
}

/** The format of a file, by its name's extension; `undefined` without an extension. */
export function formatOfFileName(fileName: string): string | undefined {
  const compound = compoundExtensionOf(fileName);
  const isNamed = compound !== undefined && /[^/\\]$/.test(fileName.slice(0, -compound.length - 1));
  const extension = isNamed ? compound : extensionOf(fileName);
  return extension === undefined ? undefined : canonicalFormat(extension);
}

/** The facts about the format of a file, by its name; `undefined` if the format is unknown. */
export function formatFactsOfFileName(fileName: string): Format | undefined {
  const format = formatOfFileName(fileName);
  return format === undefined ? undefined : formatById(format);
}

/** A file name's extension if it has several parts, such as `tar.gz`, in lower case. */
export function compoundExtensionOf(fileName: string): string | undefined {
  const name = fileName.toLowerCase();
  return compoundExtensions.find((extension) => name.endsWith(`.${extension}`));
}

/** The part after the last dot of a name, unless it is white space or all dots are leading. */
function extensionOf(fileName: string): string | undefined {
  const name = fileName.slice(1 + Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')));
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const isNamed = dot !== -1 && /[^.]/.test(name.slice(0, dot));
  return isNamed && extension !== '' && !/\s/.test(extension) ? extension : undefined;
}
