import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import * as vscode from 'vscode';
import type { FileErrorCode } from '../../contract/errors.ts';
import {
  FileStoreError,
  type FileFacts,
  type FileStore,
  type TemporaryFile,
} from '../../jobs/core/fileStore.ts';
import { folderOf } from '../../jobs/core/fileUri.ts';
import type { ByteReader } from '../../util/bytes.ts';

/** `workspace.fs` reads and writes files as a whole, so they must fit in memory. */
export const maxVirtualFileBytes = 64 * 1024 * 1024;

/** Files of workspaces that aren't on disk (`vscode-vfs`, FTP, and so on), accessed through `workspace.fs`. */
export class WorkspaceFileStore implements FileStore {
  async facts(uri: string): Promise<FileFacts | undefined> {
    try {
      const { type, size, mtime } = await vscode.workspace.fs.stat(vscode.Uri.parse(uri));
      const kind =
        type & vscode.FileType.File ? 'file' : type & vscode.FileType.Directory ? 'folder' : 'other';
      return {
        kind,
        sizeBytes: size,
        modifiedMs: mtime,
        isLink: (type & vscode.FileType.SymbolicLink) !== 0,
      };
    } catch (error) {
      if (isFileSystemError(error, 'FileNotFound')) return undefined;
      throw fileError(error, 'file.unreadable');
    }
  }

  read(uri: string): ByteReader {
    let left: Promise<Uint8Array> | undefined;
    return {
      async read(memory) {
        const bytes = await (left ??= readWhole(uri));
        const count = Math.min(bytes.length, memory.length);
        memory.set(bytes.subarray(0, count));
        left = Promise.resolve(bytes.subarray(count));
        return count;
      },
      async close() {},
    };
  }

  async names(folderUri: string): Promise<readonly string[]> {
    return guarded('file.unreadable', async () => {
      const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.parse(folderUri));
      return entries.map(([name]) => name);
    });
  }

  /** Only detects links, because `workspace.fs` doesn't resolve them. */
  async resolved(folderUri: string): Promise<string | undefined> {
    for (let uri = folderUri; folderOf(uri) !== uri; uri = folderOf(uri)) {
      // A root that can't be accessed doesn't count as a link.
      const facts = await this.facts(uri).catch(() => undefined);
      if (facts?.isLink === true) return undefined;
    }
    return folderUri;
  }

  async makeFolder(uri: string): Promise<boolean> {
    if ((await this.facts(uri)) !== undefined) return false;
    await guarded('file.unwritable', () => vscode.workspace.fs.createDirectory(vscode.Uri.parse(uri)));
    return true;
  }

  async removeEmptyFolder(uri: string): Promise<void> {
    if ((await this.names(uri)).length > 0) return;
    await guarded('file.unwritable', () =>
      vscode.workspace.fs.delete(vscode.Uri.parse(uri), { recursive: false, useTrash: false }),
    );
  }

  /** Does nothing, because `workspace.fs` doesn't support it. */
  async setModified(): Promise<void> {}

  async createTemporary(folderUri: string, name: string): Promise<TemporaryFile> {
    const uri = vscode.Uri.joinPath(vscode.Uri.parse(folderUri), name);
    await guarded('file.unwritable', () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
    return { uri: uri.toString(), sink: wholeFileSink(uri) };
  }

  async moveToFree(temporaryUri: string, targetUri: string): Promise<boolean> {
    try {
      await this.#move(temporaryUri, targetUri, false);
      return true;
    } catch (error) {
      if (isFileSystemError(error, 'FileExists')) return false;
      throw fileError(error, 'file.unwritable');
    }
  }

  async replace(temporaryUri: string, targetUri: string): Promise<void> {
    await guarded('file.unwritable', () => this.#move(temporaryUri, targetUri, true));
  }

  async remove(uri: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.parse(uri), { useTrash: false });
    } catch (error) {
      if (!isFileSystemError(error, 'FileNotFound')) throw fileError(error, 'file.unwritable');
    }
  }

  async discard(uri: string): Promise<void> {
    await this.remove(uri);
  }

  async #move(from: string, to: string, overwrite: boolean): Promise<void> {
    await vscode.workspace.fs.rename(vscode.Uri.parse(from), vscode.Uri.parse(to), { overwrite });
  }
}

async function readWhole(uri: string): Promise<Uint8Array> {
  const target = vscode.Uri.parse(uri);
  return guarded('file.unreadable', async () => {
    const { size } = await vscode.workspace.fs.stat(target);
    if (size > maxVirtualFileBytes) throw tooLarge();
    return vscode.workspace.fs.readFile(target);
  });
}

function wholeFileSink(uri: vscode.Uri): Writable {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      chunks.push(chunk);
      done(size > maxVirtualFileBytes ? tooLarge() : null);
    },
    final: callbackify(async () => {
      await guarded('file.unwritable', async () =>
        vscode.workspace.fs.writeFile(uri, await buffer(Readable.from(chunks, { objectMode: false }))),
      );
    }),
  });
}

function tooLarge(): FileStoreError {
  return new FileStoreError(
    'file.too_large',
    `Files of this workspace can have at most ${maxVirtualFileBytes} bytes.`,
  );
}

async function guarded<T>(fallback: FileErrorCode, run: () => PromiseLike<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw fileError(error, fallback);
  }
}

function fileError(error: unknown, fallback: FileErrorCode): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (isFileSystemError(error, 'FileNotFound'))
    return new FileStoreError('file.missing', detail, { cause: error });
  if (isFileSystemError(error, 'NoPermissions'))
    return new FileStoreError('file.no_permission', detail, { cause: error });
  return new FileStoreError(fallback, detail, { cause: error });
}

function isFileSystemError(error: unknown, code: string): boolean {
  return error instanceof vscode.FileSystemError && error.code === code;
}

/** A file store for all URIs. Uses the disk for `file:`, and VS Code's workspace for all other schemes. */
export class RoutedFileStore implements FileStore {
  readonly #disk: FileStore;
  readonly #workspace: FileStore;

  constructor(disk: FileStore, workspace: FileStore) {
    this.#disk = disk;
    this.#workspace = workspace;
  }

  facts(uri: string): Promise<FileFacts | undefined> {
    return this.#for(uri).facts(uri);
  }

  read(uri: string): ByteReader {
    return this.#for(uri).read(uri);
  }

  names(folderUri: string): Promise<readonly string[]> {
    return this.#for(folderUri).names(folderUri);
  }

  resolved(folderUri: string): Promise<string | undefined> {
    return this.#for(folderUri).resolved(folderUri);
  }

  makeFolder(uri: string): Promise<boolean> {
    return this.#for(uri).makeFolder(uri);
  }

  removeEmptyFolder(uri: string): Promise<void> {
    return this.#for(uri).removeEmptyFolder(uri);
  }

  setModified(uri: string, modifiedMs: number): Promise<void> {
    return this.#for(uri).setModified(uri, modifiedMs);
  }

  createTemporary(folderUri: string, name: string): Promise<TemporaryFile> {
    return this.#for(folderUri).createTemporary(folderUri, name);
  }

  moveToFree(temporaryUri: string, targetUri: string): Promise<boolean> {
    return this.#for(targetUri).moveToFree(temporaryUri, targetUri);
  }

  replace(temporaryUri: string, targetUri: string): Promise<void> {
    return this.#for(targetUri).replace(temporaryUri, targetUri);
  }

  remove(uri: string): Promise<void> {
    return this.#for(uri).remove(uri);
  }

  /** Moves a file to the trash, which only VS Code can do. On remotes, there is no trash. */
  async discard(uri: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.parse(uri), { useTrash: true });
    } catch {
      await this.#for(uri).discard(uri);
    }
  }

  #for(uri: string): FileStore {
    return uri.startsWith('file:') ? this.#disk : this.#workspace;
  }
}
