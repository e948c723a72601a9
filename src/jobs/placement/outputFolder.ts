import { homedir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CodedError } from '../../contract/errors.ts';
import { foldedName, safeFolderName } from '../../contract/safeFileName.ts';
import type { Clock } from '../../util/clock.ts';
import type { OutputTemplates, Problem } from '../core/job.ts';
import { type FileStore, isFileStoreError } from '../core/fileStore.ts';
import { baseName, folderOf, inFolder, isWithin, namesBetween } from '../core/fileUri.ts';
import { fillTemplate, folderFault, type TemplateValues, workspacePlaceholder } from './template.ts';

const separators = /[/\\]/;

/**
 * URI of an output's folder, with links unresolved. For a file outside any workspace, the source's folder counts as the
 * workspace.
 */
export function outputFolder(
  source: string,
  { folder, workspace }: OutputTemplates,
  values: TemplateValues,
): string {
  if (folder === undefined) return folderOf(source);
  const { root, rest } = start(folder, folderOf(source), workspace);
  return rest.split(separators).reduce((parent, segment) => {
    if (segment === '' || segment === '.') return parent;
    if (segment === '..') return folderOf(parent);
    const names =
      segment === '${dir}'
        ? sourceFolders(source, workspace)
        : [safeFolderName(fillTemplate(segment, values))];
    return names.reduce<string>((at, name) => (name === undefined ? at : inFolder(at, name)), parent);
  }, root);
}

/** The reason why a folder in the user's settings can't be used, or `undefined`. */
export function outputFolderFault(folder: string): Problem | undefined {
  const isOfOtherSystem = hasRoot(folder) && !isAbsolute(fromHome(folder));
  return isOfOtherSystem ? { code: 'output.folder_elsewhere', detail: folder } : folderFault(folder);
}

/**
 * The reason why a folder in a workspace's settings can't be used for a source, or `undefined`. The folder must be
 * inside the workspace.
 */
export function workspaceFolderFault(
  source: string,
  templates: OutputTemplates,
  values: TemplateValues,
): Problem | undefined {
  const { folder = '', workspace } = templates;
  const fault = folderFault(folder);
  if (fault !== undefined) return fault;
  const stays =
    workspace !== undefined &&
    !hasRoot(folder) &&
    isWithin(outputFolder(source, templates, values), workspace);
  return stays ? undefined : { code: 'output.outside_workspace', detail: folder };
}

function start(
  folder: string,
  sourceFolder: string,
  workspace: string | undefined,
): { root: string; rest: string } {
  if (folder.startsWith(workspacePlaceholder)) {
    return { root: workspace ?? sourceFolder, rest: folder.slice(workspacePlaceholder.length) };
  }
  const path = fromHome(folder);
  if (!isAbsolute(path)) return { root: sourceFolder, rest: folder };
  const { root } = parse(path);
  return { root: pathToFileURL(root).href, rest: path.slice(root.length) };
}

/** True if a path starts at a root or a home folder of any operating system. */
function hasRoot(folder: string): boolean {
  return /^(?:[/\\~]|[a-z]:)/i.test(folder);
}

function fromHome(folder: string): string {
  return /^~(?:[/\\]|$)/.test(folder) ? join(homedir(), folder.slice(1)) : folder;
}

/** The names of the folders from the workspace to the source, or the name of the source's folder if there is no workspace. */
function sourceFolders(source: string, workspace: string | undefined): string[] {
  const folder = folderOf(source);
  const isInside = workspace !== undefined && isWithin(folder, workspace);
  return isInside ? namesBetween(workspace, folder) : [baseName(folder)];
}

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
