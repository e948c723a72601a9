import sevenZip, { type FileSystem } from '7z-wasm';
import wasmFile from '7z-wasm/7zz.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged } from '../api/conversionError.ts';

/** The maximum total size of an archive's files, which are in memory together with the archive. */
export const maxContentBytes = 1024 ** 3;
export const maxEntries = 100_000;
/** The maximum number of entries plus the folders that their paths imply. */
export const maxNodes = 2 * maxEntries;

/** 7-Zip's exit code: 0 for success, 1 for success with warnings. */
export interface SevenZipEnd {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Limits on further writes to the in-memory disk, whether by the caller or by 7-Zip. */
interface WriteLimits {
  readonly bytes: number;
  /** The number of files and folders. */
  readonly nodes: number;
}

/** A 7-Zip program that can run several times on the same in-memory disk, for one conversion. */
export interface SevenZip {
  /** The in-memory disk, which can't access files of this computer. */
  readonly disk: FileSystem;
  readonly allow: (limits: WriteLimits) => void;
  /** @throws ConversionError `conversion.limit_exceeded`, after which 7-Zip can't run again */
  readonly run: (args: readonly string[]) => SevenZipEnd;
}

const maxOutputBytes = 128 * 1024 ** 2;
const maxErrors = 100;

export async function openSevenZip(): Promise<SevenZip> {
  const output = new Output();
  const errors: string[] = [];
  const module = await sevenZip.default({
    wasmBinary: Uint8Array.from(await readFile(path.join(import.meta.dirname, wasmFile))).buffer,
    print: () => undefined,
    printErr: (line) => void (errors.length < maxErrors && errors.push(line)),
    quit: (_code, status) => {
      throw status;
    },
  });
  const disk = module.FS;
  const allow = countWrites(disk);
  // Archives may contain files and folders that not even their owner may read.
  disk.ignorePermissions = true;
  // Emscripten's default output handles one character at a time, which takes seconds for a long list.
  disk.getStream(1).stream_ops = output;
  return {
    disk,
    allow,
    run: (args) => {
      errors.length = 0;
      const code = exitCode(() => module.callMain([...args]));
      return { code, output: output.take(), errors: errors.join('\n') };
    },
  };
}

/** Collects the program's output, as an Emscripten device. */
class Output {
  #chunks: Buffer[] = [];
  #bytes = 0;

  write(_stream: unknown, buffer: Uint8Array, offset: number, length: number): number {
    this.#bytes += length;
    if (this.#bytes > maxOutputBytes) throw tooLarge();
    this.#chunks.push(Buffer.from(buffer.slice(offset, offset + length)));
    return length;
  }

  take(): string {
    const text = Buffer.concat(this.#chunks).toString();
    this.#chunks = [];
    this.#bytes = 0;
    return text;
  }
}

function exitCode(main: () => unknown): number {
  try {
    return Number(main());
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 2;
    return Number(status);
  }
}

/**
 * Counts the bytes that are actually written, since an archive's declared sizes may be false. Exceeding a limit ends
 * the run.
 */
function countWrites(disk: FileSystem): (limits: WriteLimits) => void {
  let bytesLeft = 0;
  let nodesLeft = 0;
  const write = disk.write.bind(disk);
  const mknod = disk.mknod.bind(disk);
  const ftruncate = disk.ftruncate.bind(disk);
  disk.write = (stream, buffer, offset, length, ...rest) => {
    bytesLeft -= length;
    if (bytesLeft < 0) throw tooLarge();
    return write(stream, buffer, offset, length, ...rest);
  };
  disk.mknod = (nodePath, mode, dev) => {
    nodesLeft -= 1;
    if (nodesLeft < 0) throw tooLarge();
    return mknod(nodePath, mode, dev);
  };
  // 7-Zip reserves the declared size before it writes anything.
  disk.ftruncate = (fd, length) => {
    if (length > bytesLeft) throw tooLarge();
    ftruncate(fd, length);
  };
  return ({ bytes, nodes }) => {
    bytesLeft = bytes;
    nodesLeft = nodes;
  };
}

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

export function tooLarge(): ConversionError {
  return new ConversionError(fault('archive.size'));
}
