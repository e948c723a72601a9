import * as vscode from 'vscode';
import type { FileFacts, FileStore, TemporaryFile } from '../../jobs/files/fileStore.ts';
import type { ByteReader } from '../../util/bytes.ts';

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
