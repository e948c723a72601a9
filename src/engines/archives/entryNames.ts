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

/**
 * Renames the file `HEAD` in each folder that Git would take for a repository, because the configuration of a repository
 * names programs that Git runs. Paths of folders end with a slash.
 */
export function withoutRepositories(paths: readonly string[]): string[] {
  const folders = new Map<string, Set<string>>();
  const split = paths.map((path) => {
    const at = path.lastIndexOf('/', path.length - 2) + 1;
    const [folder, name] = [foldedName(path.slice(0, at)), foldedName(path.slice(at)).replace(/\/$/, '')];
    folders.set(folder, (folders.get(folder) ?? new Set()).add(name));
    return { at, folder, name };
  });
  return paths.map((path, index) => {
    const { at, folder, name } = split[index] ?? {};
    const isHead = name === 'head' && !path.endsWith('/');
    return isHead && isRepository(folders.get(folder ?? ''))
      ? `${path.slice(0, at)}_${path.slice(at)}`
      : path;
  });
}

/** True for the names in a repository (gitrepository-layout(5)). A linked worktree uses another repository's objects. */
function isRepository(names: ReadonlySet<string> = new Set()): boolean {
  return names.has('commondir') || (names.has('objects') && names.has('refs'));
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function numbered(path: string, number: number): string {
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + numberedName(path.slice(at), number);
}
