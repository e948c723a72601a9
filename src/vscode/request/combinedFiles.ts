import type { SelectedFile } from '../../planning/possibilities.ts';
import type { CombinationOrder } from '../../planning/workPlan.ts';
import type { CombinedFiles } from '../../jobs/core/job.ts';
import { baseName, folderOf } from '../../jobs/files/fileUri.ts';
import { splitName } from '../../jobs/placement/safeFileName.ts';

/** Scheme and authority, with the slashes around them. */
const rootParts = 3;

/**
 * Files in the order in which they become one, with their paths below the folder that holds all that was picked. The output
 * goes beside the first, under the name of what holds them: a picked folder, else the folder that they are in.
 */
export function combinedFiles(files: readonly SelectedFile[], order: CombinationOrder): CombinedFiles {
  const ordered = order === 'name' ? byName(files) : files;
  const [first] = ordered;
  const folder = first === undefined ? '' : rootOf(first);
  const depth = commonDepth(ordered.map(rootOf));
  const sources = ordered.map(({ uri }) => ({ uri, path: pathBelow(uri, depth) }));
  return { sources, folder, stem: stemOf(ordered, sources, folder) };
}

/** Where 2 comes before 10, and the same name goes by its folder. */
function byName(files: readonly SelectedFile[]): SelectedFile[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return files.toSorted(
    (a, b) => compare(baseName(a.uri), baseName(b.uri)) || compare(folderOf(a.uri), folderOf(b.uri)),
  );
}

/** The folder that holds what was picked. */
function rootOf({ uri, pickedIn = folderOf(uri) }: SelectedFile): string {
  return pickedIn;
}

/** How many parts the folders have in common; less than a root where nothing holds them all. */
function commonDepth(folders: readonly string[]): number {
  const [first = [], ...others] = folders.map(partsOf);
  const differing = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  return differing === -1 ? first.length : differing;
}

function pathBelow(uri: string, depth: number): string {
  if (depth < rootParts) return baseName(uri);
  const parts = uri.split('/').slice(depth);
  return parts.map((_, index) => baseName(parts.slice(0, index + 1).join('/'))).join('/');
}

function partsOf(folder: string): string[] {
  const parts = folder.split('/');
  return parts.at(-1) === '' && parts.length > rootParts ? parts.slice(0, -1) : parts;
}

function stemOf(
  [first, ...others]: readonly SelectedFile[],
  sources: CombinedFiles['sources'],
  folder: string,
): string {
  if (first === undefined) return '';
  const ownStem = splitName(baseName(first.uri)).stem;
  const [outer] = sources[0]?.path.split('/') ?? [];
  if (first.inFolder && sources.every(({ path }) => path.startsWith(`${outer}/`))) return outer ?? ownStem;
  if (others.length === 0) return ownStem;
  const name = baseName(folder);
  // The root of a disk has no name.
  return name === '' || name.endsWith(':') ? ownStem : name;
}
