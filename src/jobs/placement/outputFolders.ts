import { CodedError } from '../../contract/errors.ts';
import type { OutputTemplates } from '../core/job.ts';
import type { FileStore } from '../files/fileStore.ts';
import { folderOf, isWithin } from '../files/fileUri.ts';

/** The output folder set by a workspace leads out of the workspace. */
export class OutsideWorkspaceError extends CodedError {
  override readonly name = 'OutsideWorkspaceError';
  readonly code = 'output.outside_workspace';
}

/**
 * Checks that a folder chosen by a workspace stays in it after resolving links.
 * @throws OutsideWorkspaceError, or FileError if that can't be checked
 */
export async function checkStays(
  files: FileStore,
  folderUri: string,
  templates: OutputTemplates | undefined,
): Promise<void> {
  if (templates?.staysInWorkspace !== true || templates.folder === undefined) return;
  const { workspace, folder } = templates;
  const root = workspace === undefined ? undefined : await files.resolved(workspace);
  const resolved = await files.resolved(folderUri);
  if (root === undefined || resolved === undefined || !isWithin(resolved, root)) {
    throw new OutsideWorkspaceError(folder);
  }
}

/** The folders to create so that a folder exists, parents first. */
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

/** Removes the folders that are empty; others may be in use by now. */
export async function removeFolders(files: FileStore, madeFolders: readonly string[]): Promise<void> {
  for (const uri of madeFolders.toReversed()) await files.removeEmptyFolder(uri).catch(() => {});
}
