import { percentDecoded } from '../util/text.ts';
import type { Link } from './link.ts';
import { foldersUpTo, joinPath, parentOf } from './paths.ts';

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
export interface ReferenceTarget {
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
