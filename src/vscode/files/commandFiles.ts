import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SafeText } from '../text/safeText.ts';
import { copiedBy } from '../ui/environment.ts';
import { openFiles } from '../ui/inputs.ts';

/** The argument that key bindings for the Explorer pass, as declared in `package.json`. */
const explorerKey = z.object({ selection: z.literal('explorer') });

/**
 * The files and folders that a command was called for. The Explorer passes the clicked one and all selected ones. The
 * editor title passes the file and a position. A key binding in the Explorer passes a marker. The Command Palette and
 * other key bindings pass nothing.
 */
export async function urisOf(clicked: unknown, selected: unknown): Promise<vscode.Uri[]> {
  if (explorerKey.safeParse(clicked).success) return explorerSelection();
  const all = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  if (all.length > 0) return distinct(all);
  return clicked instanceof vscode.Uri ? [clicked] : [];
}

/**
 * The request in a command's arguments, or `undefined`. Code passes it after the files, and a key binding passes it
 * instead of files.
 */
export function requestOf(
  clicked: unknown,
  given: unknown,
): { readonly request: unknown; readonly isOfKey: boolean } {
  const isOfKey =
    given === undefined &&
    !(clicked instanceof vscode.Uri) &&
    typeof clicked === 'object' &&
    clicked !== null;
  if (!isOfKey) return { request: given ?? undefined, isOfKey };
  const request = Object.entries(clicked).filter(([name]) => name !== 'selection');
  return { request: request.length === 0 ? undefined : Object.fromEntries(request), isOfKey };
}

/**
 * The files that a command was called for. If the arguments contain none, uses the selection in the Explorer if it has
 * the focus, as it does when the Command Palette was opened from there, else the active editor's file, else files that
 * the user picks in a dialog.
 */
export async function filesFor(
  given: readonly vscode.Uri[],
  purpose: SafeText,
): Promise<readonly vscode.Uri[]> {
  if (given.length > 0) return given;
  const selected = await explorerSelection();
  if (selected.length > 0) return selected;
  const active = activeFile();
  return active === undefined ? openFiles(purpose) : [active];
}

function distinct(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** The file of the active editor tab, including images and other custom editors. */
export function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
      ? input.uri
      : undefined;
  return uri === undefined || uri.scheme === 'untitled' || uri.scheme === 'output' ? undefined : uri;
}

/**
 * VS Code's command copies this path if the focus isn't in the Explorer. Without it, the command would copy the active
 * editor's file, or show an error.
 */
const elsewhere = vscode.Uri.from({ scheme: 'untitled', path: 'the-focus-is-not-in-the-explorer' });

/**
 * The selection in the Explorer if it has the focus, else nothing. VS Code's API doesn't provide the selection, so VS
 * Code's own command copies the paths.
 */
async function explorerSelection(): Promise<vscode.Uri[]> {
  const paths = await copiedBy('copyFilePath', elsewhere);
  if (paths.endsWith(elsewhere.path)) return [];
  return paths.split(/\r?\n/).flatMap((path) => (path === '' ? [] : uriOfPath(path)));
}

/** The URI for a path. Paths are on disk, unless a workspace folder in another file system contains them. */
function uriOfPath(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(
    ({ uri }) => uri.scheme !== 'file' && `${path}/`.startsWith(`${uri.path.replace(/\/$/, '')}/`),
  );
  return folder === undefined ? vscode.Uri.file(path) : folder.uri.with({ path });
}
