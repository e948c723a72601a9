import type { FileSystem } from '7z-wasm';
import { damaged } from '../api/conversionError.ts';

const writableByOthers = 0o022;

/**
 * Replaces a hard link with a copy of its file, including mode and time.
 * @throws ConversionError
 */
export function linkAsCopy(disk: FileSystem, from: string, to: string): void {
  try {
    const { mode, atime, mtime } = disk.stat(from);
    for (let end = to.indexOf('/', 1); end !== -1; end = to.indexOf('/', end + 1)) {
      const folder = to.slice(0, end);
      if (!exists(disk, folder)) disk.mkdir(folder);
    }
    const parent = to.slice(0, to.lastIndexOf('/'));
    const parentTimes = disk.stat(parent);
    disk.writeFile(to, disk.readFile(from), { canOwn: true });
    disk.chmod(to, mode);
    disk.utime(to, atime.getTime(), mtime.getTime());
    disk.utime(parent, parentTimes.atime.getTime(), parentTimes.mtime.getTime());
  } catch (error) {
    throw isDiskError(error) ? damaged('archive', error) : error;
  }
}

/** Removes write permission for the group and others from a file or folder if it exists, as a usual umask does. */
export function maskMode(disk: FileSystem, path: string): void {
  if (exists(disk, path)) disk.chmod(path, disk.lstat(path).mode & ~writableByOthers);
}

/** An entry of the disk in memory. */
interface MemoryEntry {
  /** Path below the listed folder. */
  readonly path: string;
  readonly mode: number;
  readonly modifiedAt: Date;
}

/** The files and folders below a folder, and other entries, such as links. A folder comes before its contents. */
export function entriesBelow(
  disk: FileSystem,
  folder: string,
): Readonly<Record<'files' | 'folders' | 'others', readonly MemoryEntry[]>> {
  const files: MemoryEntry[] = [];
  const folders: MemoryEntry[] = [];
  const others: MemoryEntry[] = [];
  const pending = [''];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of disk.readdir(`${folder}/${next}`)) {
      if (name === '.' || name === '..') continue;
      const path = next + name;
      const { mode, mtime: modifiedAt } = disk.lstat(`${folder}/${path}`);
      if (disk.isDir(mode)) pending.push(`${path}/`);
      const kind = disk.isDir(mode) ? folders : disk.isFile(mode) ? files : others;
      kind.push({ path, mode, modifiedAt });
    }
  }
  return { files, folders, others };
}

export function exists(disk: FileSystem, path: string): boolean {
  try {
    disk.lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** True for errors of Emscripten's file system, which have a system error number. */
function isDiskError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error;
}
