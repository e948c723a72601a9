import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { copyFile } from '../files/copyFile.ts';
import type { FileStore } from '../files/fileStore.ts';
import { folderOf } from '../files/fileUri.ts';

/** Paid outputs that couldn't be saved: a folder per job in the extension's storage. */
export class KeptOutputs {
  readonly #files: FileStore;
  readonly #folder: string;

  constructor(files: FileStore, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  holds(uri: string): boolean {
    return folderOf(folderOf(uri)) === pathToFileURL(this.#folder).href;
  }

  /** The URI of the job's folder, which exists and is empty when this resolves. */
  async emptyFolderFor(jobId: string): Promise<string> {
    const path = join(this.#folder, jobId);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return pathToFileURL(path).href;
  }

  /** Deletes everything that is kept for a job. */
  async clear(jobId: string): Promise<void> {
    await rm(join(this.#folder, jobId), { recursive: true, force: true }).catch(() => {});
  }

  /** Moves an output here under its name, from any kind of store, and returns its URI. */
  async keep(jobId: string, uri: string, name: string): Promise<string> {
    const keptUri = await copyFile(this.#files, uri, await this.emptyFolderFor(jobId), name);
    await this.#files.remove(uri).catch(() => {});
    return keptUri;
  }

  async remove(uri: string): Promise<void> {
    if (!this.holds(uri)) return;
    await rm(fileURLToPath(uri), { force: true });
    await rmdir(fileURLToPath(folderOf(uri))).catch(() => {});
  }
}
