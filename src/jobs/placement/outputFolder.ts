import { CodedError } from '../../contract/errors.ts';
import { foldedName } from '../../contract/safeFileName.ts';
import type { Clock } from '../../util/clock.ts';
import type { OutputTemplates } from '../core/job.ts';
import { type FileStore, isFileStoreError } from '../core/fileStore.ts';
import { folderOf, isWithin } from '../core/fileUri.ts';

/**
 * Checks that a folder chosen by a workspace stays in it after resolving links.
 * @throws CodedError `output.outside_workspace`, or FileStoreError if that can't be checked
 */
export async function checkInsideWorkspace(
  files: FileStore,
  folderUri: string,
  templates: OutputTemplates | undefined,
): Promise<void> {
  if (templates?.staysInWorkspace !== true || templates.folder === undefined) return;
  const { workspace, folder } = templates;
  const root = workspace === undefined ? undefined : await files.resolved(workspace);
  const resolved = await files.resolved(folderUri);
  if (root === undefined || resolved === undefined || !isWithin(resolved, root)) {
    throw new CodedError('output.outside_workspace', folder);
  }
}

/** The folders that must be created for a folder to exist, parents first. */
export async function missingFolders(files: FileStore, folderUri: string): Promise<string[]> {
  const missing: string[] = [];
  for (
    let uri = folderUri;
    (await files.facts(uri)) === undefined && folderOf(uri) !== uri;
    uri = folderOf(uri)
  ) {
    missing.unshift(uri);
  }
  return missing;
}

/** Removes those of the folders that are empty. The others may be in use. */
export async function removeFolders(files: FileStore, madeFolders: readonly string[]): Promise<void> {
  for (const uri of madeFolders.toReversed()) await files.removeEmptyFolder(uri).catch(() => {});
}

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
