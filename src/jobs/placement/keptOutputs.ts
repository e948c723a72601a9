import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Clock } from '../../util/clock.ts';
import { type JobStore, keptOutputOf } from '../core/jobStore.ts';
import { states } from '../core/states.ts';
import { copyFile, type FileStore } from '../core/fileStore.ts';
import { folderOf, temporaryName } from '../core/fileUri.ts';
import { copySourceDate } from './placedFile.ts';

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

  /** Creates or empties the job's folder, and resolves to its URI. */
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

  /** Moves an output from any file store into the job's folder, and returns its new URI. */
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

interface SaveKeptParts {
  readonly store: JobStore;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly clock: Clock;
}

/**
 * Saves a kept output under the name that the user chose. Overwrites an existing file, because the dialog has asked for
 * confirmation.
 * @throws FileStoreError; the kept output stays
 */
export async function saveKept(parts: SaveKeptParts, id: string, targetUri: string): Promise<void> {
  const { store, files, kept, clock } = parts;
  const job = store.get(id);
  const keptOutput = job && keptOutputOf(job);
  if (job === undefined || keptOutput === undefined) return;
  const copy = await copyFile(files, keptOutput, folderOf(targetUri), temporaryName());
  await copySourceDate(files, copy, job);
  const facts = await files.facts(copy);
  try {
    if (!(await files.moveToFree(copy, targetUri))) await files.replace(copy, targetUri);
  } catch (error) {
    await files.remove(copy).catch(() => {});
    throw error;
  }
  store.transition(id, states.saved(clock.now(), targetUri, facts?.sizeBytes));
  await kept.remove(keptOutput);
}
