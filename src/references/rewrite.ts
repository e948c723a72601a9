import { posix } from 'node:path';
import type { Link } from './link.ts';
import { encodedPath, nameOf, parentOf, relativePath } from './paths.ts';
import type { ReferenceTarget } from './resolve.ts';

/** The paths of a replaced file and its replacement. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/**
 * The text of a link to the new file, with as few changes as possible; `undefined` if the new file can't be reached
 * from the folder that the link is relative to.
 */
export function rewritten(
  raw: string,
  link: Link,
  { base, prefix, isEncoded }: ReferenceTarget,
  { from, to }: Replacement,
): string | undefined {
  const write = (path: string): string =>
    link.kind === 'url' ? encodedPath(path) : link.write(isEncoded ? encodedPath(path) : path);
  if (parentOf(from) === parentOf(to)) {
    const rawFolder = raw.slice(0, raw.lastIndexOf('/') + 1);
    return rawFolder + newName(raw.slice(rawFolder.length), nameOf(from), nameOf(to), write);
  }
  const relative = relativePath(base, to);
  if (prefix !== '') return relative.startsWith('../') ? undefined : prefix + write(relative);
  const lead = raw.startsWith('./') && !relative.startsWith('../') ? './' : '';
  return lead + write(relative);
}

/** The new file name. Only the extension changes if the rest of the name is the same. */
function newName(raw: string, from: string, to: string, write: (path: string) => string): string {
  const before = posix.parse(from);
  const after = posix.parse(to);
  if (before.name !== after.name || !raw.endsWith(before.ext)) return write(to);
  return raw.slice(0, raw.length - before.ext.length) + after.ext;
}
