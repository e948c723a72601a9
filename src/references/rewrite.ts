import type { Link } from './link.ts';
import { encodedPath, nameOf, parentOf, relativePath } from './paths.ts';
import type { Target } from './resolve.ts';

/** A file that has come in place of another, by their paths. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/**
 * What a link says once it leads to the new file. What need not change is left as it is written; `undefined` where the new file
 * can't be reached from where the link is counted.
 */
export function rewritten(
  raw: string,
  link: Link,
  { base, prefix, isEncoded }: Target,
  { from, to }: Replacement,
): string | undefined {
  const write = (path: string): string =>
    link.kind === 'url' ? encodedPath(path) : link.write(isEncoded ? encodedPath(path) : path);
  if (parentOf(from) === parentOf(to)) {
    const rawFolder = raw.slice(0, raw.lastIndexOf('/') + 1);
    return rawFolder + newName(raw.slice(rawFolder.length), nameOf(from), nameOf(to), write);
  }
  const way = relativePath(base, to);
  if (prefix !== '') return way.startsWith('../') ? undefined : prefix + write(way);
  const lead = raw.startsWith('./') && !way.startsWith('../') ? './' : '';
  return lead + write(way);
}

/** Only the extension changes where the rest of the name is the same. */
function newName(raw: string, from: string, to: string, write: (path: string) => string): string {
  const [stem, extension] = parted(from);
  const [newStem, newExtension] = parted(to);
  if (stem !== newStem || !raw.endsWith(extension)) return write(to);
  return raw.slice(0, raw.length - extension.length) + newExtension;
}

function parted(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}
