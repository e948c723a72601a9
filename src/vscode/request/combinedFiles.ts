import type { SelectedFile } from '../../planning/possibilities.ts';
import type { CombinationOrder } from '../../planning/work.ts';
import type { CombinedFiles } from '../../jobs/core/job.ts';
import { baseName, folderOf } from '../../jobs/core/fileUri.ts';
import { splitName } from '../../contract/safeFileName.ts';

/** Number of parts before the path when a URI is split at slashes: the scheme, an empty part, and the authority. */
const rootParts = 3;

/**
 * Files in the order in which they are combined, with their paths below the folder that contains everything selected.
 * The output is saved beside the first file. It is named after the selected folder, or else after the folder that
 * contains the files.
 */
export function combinedFiles(files: readonly SelectedFile[], order: CombinationOrder): CombinedFiles {
  const ordered = order === 'name' ? byName(files) : files;
  const [first] = ordered;
  const folder = first === undefined ? '' : rootOf(first);
  const depth = commonDepth(ordered.map(rootOf));
  const sources = ordered.map(({ uri }) => ({ uri, path: pathBelow(uri, depth) }));
  return { sources, folder, stem: stemOf(ordered, sources, folder) };
}

/** Sorts files by name, with 2 before 10. Files with the same name are sorted by folder. */
function byName(files: readonly SelectedFile[]): SelectedFile[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return files.toSorted(
    (a, b) => compare(baseName(a.uri), baseName(b.uri)) || compare(folderOf(a.uri), folderOf(b.uri)),
  );
}

/** The folder that contains the selected file or folder. */
function rootOf({ uri, pickedIn = folderOf(uri) }: SelectedFile): string {
  return pickedIn;
}

/**
 * The number of leading parts that the folders have in common. Less than `rootParts` if no folder contains all of them.
 */
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
  // The root of a drive has no usable name.
  return name === '' || name.endsWith(':') ? ownStem : name;
}
