import { mkdtemp, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Disposable } from '../../util/disposable.ts';
import { removeAll } from '../../util/folders.ts';
import { LeasedFolder, sweepDeadOwners } from '../../util/lease.ts';
import { type Job, phaseOf } from '../core/job.ts';
import { defaultOutputFolder } from '../core/jobFiles.ts';

/** The private folder of one conversion. */
interface JobFolder {
  readonly path: string;
  /** True if it is inside the wanted folder, so that the result only needs to be renamed. */
  readonly isNear: boolean;
  /** Deletes the folder. `files` are the paths of the files that are probably all that is in it. */
  remove(files: readonly string[]): Promise<void>;
}

interface SharedFolder {
  readonly lease: Promise<LeasedFolder>;
  users: number;
}

/**
 * Folders in which conversions write their results: hidden leased folders beside the destinations, or in the
 * extension's storage. After a crash, the next conversion there deletes them.
 */
export class JobFolders implements Disposable {
  readonly #storage: string;
  readonly #shared = new Map<string, SharedFolder>();

  /** @param storage path of a folder for results that can't be written beside their destination */
  constructor(storage: string) {
    this.#storage = storage;
  }

  /**
   * Creates a folder, in the given one if that exists on the disk and is writable.
   * @throws an error of the file system
   */
  async create(wantedUri: string | undefined): Promise<JobFolder> {
    const wanted = wantedUri?.startsWith('file:') === true ? fileURLToPath(wantedUri) : undefined;
    const isThere = wanted !== undefined && (this.#shared.has(wanted) || (await isFolder(wanted)));
    const near = isThere ? await this.#createIn(wanted).catch(() => undefined) : undefined;
    return near === undefined
      ? { ...(await this.#createIn(this.#storage)), isNear: false }
      : { ...near, isNear: true };
  }

  dispose(): void {
    for (const { lease } of this.#shared.values()) disposeLater(lease);
    this.#shared.clear();
  }

  async #createIn(parent: string): Promise<Omit<JobFolder, 'isNear'>> {
    const before = parent === this.#storage ? '' : '.';
    const shared = this.#shared.get(parent) ?? {
      lease: LeasedFolder.create(parent, undefined, before),
      users: 0,
    };
    this.#shared.set(parent, shared);
    shared.users += 1;
    try {
      const path = await mkdtemp(join((await shared.lease).path, 'job-'));
      const remove = async (files: readonly string[]): Promise<void> => {
        await removeFolder(path, files).catch(() => {});
        this.#leave(parent, shared);
      };
      return { path, remove };
    } catch (error) {
      this.#leave(parent, shared);
      throw error;
    }
  }

  /** Deletes the leased folder when nobody uses it. */
  #leave(parent: string, shared: SharedFolder): void {
    shared.users -= 1;
    if (shared.users > 0 || this.#shared.get(parent) !== shared) return;
    this.#shared.delete(parent);
    disposeLater(shared.lease);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function disposeLater(lease: Promise<LeasedFolder>): void {
  lease.then(
    (folder) => folder.dispose(),
    () => {},
  );
}

/** Deletes the folders that a dead window left beside the destinations of its jobs, which may never be converted again. */
export async function sweepJobFolders(jobs: readonly Job[]): Promise<void> {
  const unended = jobs.filter(({ service, state }) => service === 'local' && phaseOf(state) !== 'ended');
  for (const uri of new Set(unended.map(defaultOutputFolder)))
    if (uri.startsWith('file:')) await sweepDeadOwners(fileURLToPath(uri)).catch(() => {});
}

/** Deleting a few files takes less time than starting a process that deletes anything. */
async function removeFolder(path: string, files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(file).catch(() => {});
  await rmdir(path).catch(async () => removeAll([path]));
}
