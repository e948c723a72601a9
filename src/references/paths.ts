import { posix } from 'node:path';
import { percentDecoded } from '../util/text.ts';
import type { Link } from './link.ts';

// In this file, a path is the decoded path of a URI: absolute, with `/` between names.

/** The folder that contains a file or folder, without a trailing slash; empty for the root. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last name in a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path that a relative path leads to from a folder; `undefined` if it leads above the root. */
function joinPath(folder: string, relative: string): string | undefined {
  const names = folder.split('/');
  for (const name of relative.split('/')) {
    if (name === '..') {
      if (names.length < 2) return undefined;
      names.pop();
    } else if (name !== '.' && name !== '') {
      names.push(name);
    }
  }
  return names.join('/');
}

/** The relative path from a folder to a file, without a leading `./`. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split('/');
  const to = file.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** The folders from the one that contains a file up to `top`, the nearest first. */
function foldersUpTo(file: string, top: string): string[] {
  const folders: string[] = [];
  for (let folder = parentOf(file); folder.length >= top.length; folder = parentOf(folder)) {
    folders.push(folder);
    if (folder === '') break;
  }
  return folders;
}

/** A percent-encoded path for URLs that needs no further escapes in any syntax. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodedName).join('/');
}

/**
 * A key that is equal for all Unicode compositions of a path. macOS returns paths in another composition than people
 * type.
 */
export function pathKey(path: string): string {
  return path.normalize('NFC');
}

function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Folders whose files a site serves under its root, relative to the project's folder. */
const publicFolders = ['', '/public', '/static', '/src', '/app', '/www', '/assets', '/docs', '/site'];

/** Aliases that bundlers define for source folders. */
const aliases = new Map<string, readonly string[]>([
  ['@/', ['/src', '/app', '']],
  ['~/', ['/src', '/app', '']],
  ['~@/', ['/src', '/app', '']],
  ['$lib/', ['/src/lib']],
]);

/** The path that a link leads to. */
interface ReferenceTarget {
  readonly path: string;
  /** The folder that the link is relative to. */
  readonly base: string;
  /** The part of the link that stands for the folder, such as `/`. */
  readonly prefix: string;
  /** True if the link's path was percent-decoded to find the file. */
  readonly isEncoded: boolean;
}

/** True if a file exists at this path. */
export type IsFile = (path: string) => Promise<boolean>;

/**
 * The file that a link refers to: the first of the possible paths that exists. `undefined` if none exists, or for an
 * address of another site. `top` is the open folder, above which nothing is resolved.
 */
export async function resolveLink(
  link: Link,
  file: string,
  top: string,
  isFile: IsFile,
): Promise<ReferenceTarget | undefined> {
  if (isAbsoluteAddress(link.path)) return undefined;
  for (const target of meanings(link, file, top)) if (await isFile(target.path)) return target;
  return undefined;
}

/** True for an address with a scheme or a host. */
export function isAbsoluteAddress(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

function meanings(link: Link, file: string, top: string): ReferenceTarget[] {
  const decoded = percentDecoded(link.path);
  // Addresses are percent-encoded, so their decoded path comes first. In plain strings, a `%` is more likely literal.
  const readings = link.kind === 'url' ? [decoded, link.path] : [link.path, decoded];
  const bases = basesOf(link, file, top);
  return [...new Set(readings)].flatMap((reading) =>
    bases.flatMap(({ base, prefix }) => {
      const path = joinPath(base, reading.slice(prefix.length));
      return path === undefined ? [] : { path, base, prefix, isEncoded: reading !== link.path };
    }),
  );
}

function basesOf(link: Link, file: string, top: string): { base: string; prefix: string }[] {
  const isRooted = link.path.startsWith('/');
  const alias = [...aliases.keys()].find((sign) => link.path.startsWith(sign));
  const prefix = isRooted ? '/' : (alias ?? '');
  const folders = foldersUpTo(file, top);
  const rooted = (alias === undefined ? publicFolders : (aliases.get(alias) ?? [])).flatMap((below) =>
    folders.map((folder) => ({ base: folder + below, prefix })),
  );
  if (prefix !== '') return rooted;
  const beside = { base: parentOf(file), prefix: '' };
  // Proper links are relative to their file. A string in a configuration file may be relative to another folder.
  return link.kind === 'string' && !link.path.startsWith('.') ? [beside, ...rooted] : [beside];
}

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
