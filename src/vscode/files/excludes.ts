import * as vscode from 'vscode';
import { readGlob } from '../../util/glob.ts';

/**
 * Tells what a setting such as `files.exclude` leaves out. Its globs are relative to the workspace folder; for a folder
 * outside of any, to the folder itself.
 */
export function excludeMatcher(
  folder: vscode.Uri,
  section: 'files' | 'search' = 'files',
): (uri: vscode.Uri) => boolean {
  const excludes = vscode.workspace
    .getConfiguration(section, folder)
    .get<Record<string, unknown>>('exclude', {});
  const globs = Object.entries(excludes).flatMap(([glob, on]) => (on === true ? (readGlob(glob) ?? []) : []));
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  return (uri) => {
    const path = uri.path.slice(root.path.length).replace(/^\//, '');
    return globs.some((matches) => matches(path));
  };
}
