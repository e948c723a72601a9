import type { FileSystem } from '7z-wasm';
import { damaged } from '../api/faults.ts';

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

export function countFiles(disk: FileSystem, folder: string): number {
  let files = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const name of disk.readdir(next)) {
      if (name === '.' || name === '..') continue;
      const path = `${next}/${name}`;
      if (disk.isDir(disk.lstat(path).mode)) folders.push(path);
      else files += 1;
    }
  }
  return files;
}

function exists(disk: FileSystem, path: string): boolean {
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
