import type { Link } from './link.ts';
import { decodedPath, foldersUpTo, joinPath, parentOf } from './paths.ts';

/** Folders from which sites serve what they address from the root, the project's own first. */
const publicFolders = ['', '/public', '/static', '/src', '/app', '/www', '/assets', '/docs', '/site'];

/** What stands for a folder of the sources in the addresses that bundlers understand. */
const aliases = new Map<string, readonly string[]>([
  ['@/', ['/src', '/app', '']],
  ['~/', ['/src', '/app', '']],
  ['~@/', ['/src', '/app', '']],
  ['$lib/', ['/src/lib']],
]);

/** Where a link leads. */
export interface Target {
  readonly path: string;
  /** The folder that the link is counted from. */
  readonly base: string;
  /** What of the link stands for that folder, such as `/`. */
  readonly prefix: string;
  /** Whether percent-encoding was undone to find it. */
  readonly isEncoded: boolean;
}

/** Whether there is a file of this path. */
export type IsFile = (path: string) => Promise<boolean>;

/**
 * The file that a link in a file leads to: the first of those it may mean that is there. `undefined` where none is, and of an
 * address of another site. `top` is the folder that is open, from which nothing is counted further up.
 */
export async function resolveLink(
  link: Link,
  file: string,
  top: string,
  isFile: IsFile,
): Promise<Target | undefined> {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link.path)) return undefined;
  for (const target of meanings(link, file, top)) if (await isFile(target.path)) return target;
  return undefined;
}

function meanings(link: Link, file: string, top: string): Target[] {
  const decoded = decodedPath(link.path);
  // Of an address, percent-encoding is undone; a plain string may be meant as it is.
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
  // What is a link by its syntax is counted from its file; a string of a configuration may be counted from elsewhere.
  return link.kind === 'string' && !link.path.startsWith('.') ? [beside, ...rooted] : [beside];
}
