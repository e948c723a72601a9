import type { Clock } from '../../util/clock.ts';
import { type FileStore, isFileStoreError } from '../files/fileStore.ts';
import { foldedName } from '../../contract/safeFileName.ts';

/**
 * Names are cached for this many times the time it took to read them, so that a large folder isn't read again for each
 * file.
 */
const heldFactor = 20;
const maxHeldMs = 1000;

interface HeldNames {
  readonly names: Set<string>;
  readonly until: number;
}

/**
 * The names of files in folders that receive many outputs. A name that seems free may be created by others at any time,
 * so the move itself checks again.
 */
export class FolderNames {
  readonly #files: Pick<FileStore, 'names'>;
  readonly #clock: Clock;
  readonly #held = new Map<string, HeldNames>();

  constructor(files: Pick<FileStore, 'names'>, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The existing names in a folder, in the form of `takenNames`. */
  async taken(folderUri: string): Promise<ReadonlySet<string>> {
    const startedAt = this.#clock.monotonic();
    const held = this.#held.get(folderUri);
    if (held !== undefined && startedAt < held.until) return held.names;
    const names = await takenNames(this.#files, folderUri);
    const now = this.#clock.monotonic();
    for (const [uri, { until }] of this.#held) if (until <= now) this.#held.delete(uri);
    this.#held.set(folderUri, { names, until: now + Math.min(maxHeldMs, (now - startedAt) * heldFactor) });
    return names;
  }

  /** Adds a name that now exists. */
  add(folderUri: string, name: string): void {
    this.#held.get(folderUri)?.names.add(foldedName(name));
  }
}

/**
 * The existing names in a folder; empty if there is no such folder. Names that differ only by case or Unicode form are
 * equal.
 */
export async function takenNames(files: Pick<FileStore, 'names'>, folderUri: string): Promise<Set<string>> {
  try {
    return new Set((await files.names(folderUri)).map(foldedName));
  } catch (error) {
    if (isFileStoreError(error) && error.code === 'file.missing') return new Set();
    throw error;
  }
}
