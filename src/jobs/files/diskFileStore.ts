import {
  chmod,
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
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileErrorCode } from '../../contract/errors.ts';
import type { ByteReader } from '../../util/byteReader.ts';
import { retryWhileBusy } from '../../util/retryWhileBusy.ts';
import { systemCode } from '../../util/systemCode.ts';
import { fileError } from './diskErrors.ts';
import { DiskReader } from './diskReader.ts';
import { diskSink } from './diskSink.ts';
import type { FileFacts, FileStore, TemporaryFile } from './fileStore.ts';
import { syncFolder } from './syncFolder.ts';

// File systems without hard links: exFAT and FAT, some network shares, some container mounts.
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
    // Keeps restrictive permissions.
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

  /** Node has no trash. */
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
    // A POSIX rename would replace an existing file. A hard link fails instead, even if the name is a symbolic link.
    await link(from, to);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (noLinks.has(systemCode(error) ?? '')) return renameToFree(from, to);
    throw fileError(error, 'file.unwritable');
  }
  // The file has its final name; failing to remove the hidden one doesn't change that.
  await retryWhileBusy(() => unlink(from)).catch(() => {});
  return true;
}

/** Reserves the name with an empty file, which the rename then replaces: no incomplete file ever has the name. */
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

async function guarded<T>(otherwise: FileErrorCode, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fileError(error, otherwise);
  }
}

function pathOf(uri: string): string {
  return fileURLToPath(uri);
}
