import { CodedError } from '../../contract/errors.ts';
import type { OutputTemplates } from '../core/job.ts';
import type { FileStore } from '../files/fileStore.ts';
import { folderOf, isWithin } from '../files/fileUri.ts';

/** The folder that a workspace sets for outputs leads out of it. */
export class OutsideWorkspaceError extends CodedError {
  override readonly name = 'OutsideWorkspaceError';
  readonly code = 'output.outside_workspace';
}

/**
 * Looks where the links of a folder lead that a workspace decided on.
 * @throws OutsideWorkspaceError, or FileError when that can't be looked at
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

/** The folders that are to be made for a folder to be there, each before those below it. */
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

/** Removes those of the folders that are empty; others may have come to use them. */
export async function removeFolders(files: FileStore, madeFolders: readonly string[]): Promise<void> {
  for (const uri of madeFolders.toReversed()) await files.removeEmptyFolder(uri).catch(() => {});
}
