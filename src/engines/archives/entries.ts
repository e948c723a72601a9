import { fault } from '../../contract/fault.ts';
import { foldedName, numberedName } from '../../contract/safeFileName.ts';
import { ConversionError } from '../api/conversionError.ts';

/** One entry of an archive's directory. */
export interface ListedEntry {
  /** The path as 7-Zip prints it: control characters are replaced, but it is otherwise untrusted. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'hardLink' | 'special';
  /** The path of the entry whose content a hard link shares. */
  readonly target: string;
  readonly encrypted: boolean;
  /** True if the archive stores a Unix mode for the entry. */
  readonly hasMode: boolean;
}

/** Parses the output of `7zz l -slt -ba`: a block of `Name = value` lines per entry, separated by empty lines. */
export function parseListing(output: string): ListedEntry[] {
  return output
    .split('\n\n')
    .filter((block) => block.trimStart().startsWith('Path = '))
    .map((block) => readEntry(fieldsOf(block)));
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.trimStart().split('\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(' =');
      return [line.slice(0, at), line.slice(at + ' = '.length)];
    }),
  );
}

function readEntry(fields: ReadonlyMap<string, string>): ListedEntry {
  const target = fields.get('Hard Link') ?? '';
  return {
    path: fields.get('Path') ?? '',
    kind: target === '' ? kindOf(fields) : 'hardLink',
    target,
    encrypted: fields.get('Encrypted') === '+',
    hasMode: modeOf(fields) !== undefined,
  };
}

/**
 * The kind of an entry. Unix modes distinguish links and devices from files; 7-Zip prints a tar's in `Mode`, and other
 * modes at the end of `Attributes`.
 */
function kindOf(fields: ReadonlyMap<string, string>): ListedEntry['kind'] {
  const attributes = fields.get('Attributes') ?? '';
  const mode = modeOf(fields)?.[0];
  const isLink = (fields.get('Symbolic Link') ?? '') !== '' || /^[A-Z]*L/.test(attributes);
  if (isLink || (mode !== undefined && !'-d'.includes(mode))) return 'special';
  return mode === 'd' || fields.get('Folder') === '+' || attributes.startsWith('D') ? 'folder' : 'file';
}

function modeOf(fields: ReadonlyMap<string, string>): string | undefined {
  return /(?:^| )([-a-z][-rwxsStT]{9})$/.exec(fields.get('Mode') || (fields.get('Attributes') ?? ''))?.[1];
}

/**
 * Returns an entry's path below the destination folder, or an empty string for the folder itself.
 * @throws ConversionError for a path that leads out of the folder
 */
export function entryPath(path: string): string {
  const parts = path.split(/[/\\]/);
  if (parts.includes('..') || /^[a-z]:/i.test(path)) throw new ConversionError(fault('archive.entryOutside'));
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

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
