import {
  chmod,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { callbackify } from 'node:util';
import type { FileErrorCode } from '../../contract/errors.ts';
import type { ByteReader } from '../../util/bytes.ts';
import { ownValue } from '../../util/ownValue.ts';
import { retryWhileBusy, SyncedFile, systemCode } from '../../util/files.ts';
import { FileStoreError, type FileFacts, type FileStore, type TemporaryFile } from './fileStore.ts';

// Error codes of file systems without hard links, such as exFAT, FAT, some network shares, and some container mounts.
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'EACCES', 'EISDIR']);

/** Files on disk, by `file:` URI. */
export class DiskFileStore implements FileStore {
  async facts(uri: string): Promise<FileFacts | undefined> {
    const path = pathOf(uri);
    try {
      const own = await lstat(path);
      const isLink = own.isSymbolicLink();
      const facts = isLink ? await stat(path) : own;
      const kind = facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other';
      return { kind, sizeBytes: facts.size, modifiedMs: facts.mtimeMs, isLink };
    } catch (error) {
      const failure = fileError(error, 'file.unreadable');
      if (failure.code === 'file.missing') return undefined;
      throw failure;
    }
  }

  read(uri: string): ByteReader {
    return new DiskReader(pathOf(uri));
  }

  async names(folderUri: string): Promise<readonly string[]> {
    return guarded('file.unreadable', readdir(pathOf(folderUri)));
  }

  async resolved(folderUri: string): Promise<string> {
    return pathToFileURL(await guarded('file.unreadable', resolvedPath(pathOf(folderUri)))).href;
  }

  async makeFolder(uri: string): Promise<boolean> {
    try {
      await mkdir(pathOf(uri));
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      throw fileError(error, 'file.unwritable');
    }
    await syncFolder(dirname(pathOf(uri)));
    return true;
  }

  async removeEmptyFolder(uri: string): Promise<void> {
    await guarded('file.unwritable', rmdir(pathOf(uri)));
  }

  async setModified(uri: string, modifiedMs: number): Promise<void> {
    const seconds = modifiedMs / 1000;
    await guarded('file.unwritable', utimes(pathOf(uri), seconds, seconds));
  }

  async createTemporary(folderUri: string, name: string): Promise<TemporaryFile> {
    const path = join(pathOf(folderUri), name);
    const handle = await guarded('file.unwritable', open(path, 'wx'));
    return { uri: pathToFileURL(path).href, sink: diskSink(handle) };
  }

  async moveToFree(temporaryUri: string, targetUri: string): Promise<boolean> {
    const from = pathOf(temporaryUri);
    const to = pathOf(targetUri);
    if (!(await linkToFree(from, to))) return false;
    await syncFolder(dirname(to));
    return true;
  }

  async replace(temporaryUri: string, targetUri: string): Promise<void> {
    const from = pathOf(temporaryUri);
    const to = pathOf(targetUri);
    // The copy gets the permissions of the replaced file, which may be restrictive.
    const mode = await stat(to).then(
      (facts) => facts.mode & 0o777,
      () => undefined,
    );
    if (mode !== undefined) await guarded('file.unwritable', chmod(from, mode));
    await guarded(
      'file.unwritable',
      retryWhileBusy(() => rename(from, to)),
    );
    await syncFolder(dirname(to));
  }

  /** Deletes the file, because Node.js has no access to the trash. */
  async discard(uri: string): Promise<void> {
    await this.remove(uri);
  }

  async remove(uri: string): Promise<void> {
    await guarded(
      'file.unwritable',
      retryWhileBusy(() => rm(pathOf(uri), { force: true })),
    );
  }
}

async function resolvedPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (systemCode(error) !== 'ENOENT' || parent === path) throw error;
    return join(await resolvedPath(parent), basename(path));
  }
}

async function linkToFree(from: string, to: string): Promise<boolean> {
  try {
    // On POSIX systems, renaming would replace an existing file. Creating a hard link fails instead, even if the name
    // is a symbolic link.
    await link(from, to);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (noLinks.has(systemCode(error) ?? '')) return renameToFree(from, to);
    throw fileError(error, 'file.unwritable');
  }
  // The file already has its final name, so a failure to remove the temporary name doesn't matter.
  await retryWhileBusy(() => unlink(from)).catch(() => {});
  return true;
}

/**
 * Reserves the name with an empty file, which the rename then replaces, so that no incomplete file ever has the name.
 */
async function renameToFree(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw fileError(error, 'file.unwritable');
  }
  try {
    await retryWhileBusy(() => rename(from, to));
    return true;
  } catch (error) {
    await rm(to, { force: true });
    throw fileError(error, 'file.unwritable');
  }
}

/**
 * Moves a folder to a name that is free at that moment. Returns `false` without moving it if the name exists.
 * @throws FileStoreError
 */
export async function moveFolderToFree(from: string, to: string): Promise<boolean> {
  try {
    // On POSIX systems, renaming would replace an existing empty folder, which may be another program's.
    await mkdir(to);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw fileError(error, 'file.unwritable');
  }
  try {
    // Windows can't replace a folder, even if it's empty.
    if (process.platform === 'win32') await rmdir(to);
    await retryWhileBusy(() => rename(from, to));
  } catch (error) {
    await rmdir(to).catch(() => {});
    throw fileError(error, 'file.unwritable');
  }
  await syncFolder(dirname(to));
  return true;
}

/** Awaits a file operation. @throws FileStoreError, with the code `otherwise` unless the system's error has its own */
export async function guarded<T>(otherwise: FileErrorCode, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fileError(error, otherwise);
  }
}

function pathOf(uri: string): string {
  return fileURLToPath(uri);
}

/** Reads a file on disk. The first read opens it. */
export class DiskReader implements ByteReader {
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Fills `memory` with the next bytes, and resolves to their number.
   * @throws FileStoreError
   */
  async read(memory: Buffer): Promise<number> {
    try {
      if (this.#closed) throw new Error('The file is already closed');
      this.#handle ??= open(this.#path);
      return (await (await this.#handle).read(memory)).bytesRead;
    } catch (error) {
      throw fileError(error, 'file.unreadable');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    try {
      await (await this.#handle)?.close();
    } catch {
      // The file has been read, so errors of opening or closing no longer matter.
    }
  }
}

/** A stream into an open file. It finishes only once every byte is on disk, and always closes the file. */
export function diskSink(handle: FileHandle): Writable {
  const file = new SyncedFile(handle);
  const write = callbackify((chunk: Buffer) => inOurTerms(file.write(chunk)));
  const sync = callbackify(() => inOurTerms(file.sync()));
  const close = callbackify(() => file.close());
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => write(chunk, done),
    final: (done) => sync(done),
    destroy: (error, done) => close((closing) => done(error ?? closing)),
  });
}

async function inOurTerms(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw fileError(error, 'file.unwritable');
  }
}

const codes: Readonly<Record<string, FileErrorCode>> = {
  ENOENT: 'file.missing',
  ENOTDIR: 'file.missing',
  EACCES: 'file.no_permission',
  EPERM: 'file.no_permission',
  EROFS: 'file.no_permission',
  ENOSPC: 'file.no_space',
  EDQUOT: 'file.no_space',
  EFBIG: 'file.no_space',
};

/** Converts a file system error. Errors that have no code in `codes` get the code `otherwise`. */
function fileError(error: unknown, otherwise: FileErrorCode): FileStoreError {
  const code = ownValue(codes, systemCode(error) ?? '') ?? otherwise;
  return new FileStoreError(code, error instanceof Error ? error.message : String(error), { cause: error });
}

/** Makes created and renamed files in a folder durable, if the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder as a file, and doesn't need to sync folders.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some network file systems don't support this, and some folders are writable but not readable. The change itself
    // succeeded, so the error is ignored.
  }
}
