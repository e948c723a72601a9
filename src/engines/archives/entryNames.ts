import { foldedName, numberedName } from '../../contract/safeFileName.ts';

/**
 * Makes the paths of an archive's entries unique on every system. If paths differ only in case or Unicode form, or a
 * file has a folder's path, the later one gets a number.
 */
export function entryNames(paths: readonly string[]): string[] {
  const taken = new Set(paths.flatMap(foldersOf).map(foldedName));
  // Without the last number of each name, thousands of equal names would take hours.
  const last = new Map<string, number>();
  return paths.map((path) => {
    const key = foldedName(path);
    let number = last.get(key) ?? 0;
    let name = numbered(path, number);
    for (; taken.has(foldedName(name)); name = numbered(path, number)) number += 1;
    last.set(key, number);
    taken.add(foldedName(name));
    return name;
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function numbered(path: string, number: number): string {
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + numberedName(path.slice(at), number);
}
