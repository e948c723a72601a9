import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Words } from '../text/words.ts';
import { copiedBy } from '../ui/clipboard.ts';
import { openFiles } from '../ui/fileDialogs.ts';

/** What package.json has keys pass that are pressed in the Explorer. */
const explorerKey = z.object({ selection: z.literal('explorer') });

/**
 * The files and folders that a command was called for. The Explorer passes the clicked one and all selected ones, the editor
 * title the file and a position, a key in the Explorer says so, the palette and other keys pass nothing.
 */
export async function urisOf(clicked: unknown, selected: unknown): Promise<vscode.Uri[]> {
  if (explorerKey.safeParse(clicked).success) return explorerSelection();
  const all = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  if (all.length > 0) return distinct(all);
  return clicked instanceof vscode.Uri ? [clicked] : [];
}

/**
 * What a command is told to do beside the files, `undefined` for nothing. Other code passes it behind the files; a key
 * passes it in place of them, and is pressed by a person.
 */
export function wishOf(
  clicked: unknown,
  given: unknown,
): { readonly wish: unknown; readonly isOfKey: boolean } {
  const isOfKey =
    given === undefined &&
    !(clicked instanceof vscode.Uri) &&
    typeof clicked === 'object' &&
    clicked !== null;
  if (!isOfKey) return { wish: given ?? undefined, isOfKey };
  const wish = Object.entries(clicked).filter(([name]) => name !== 'selection');
  return { wish: wish.length === 0 ? undefined : Object.fromEntries(wish), isOfKey };
}

/**
 * What is selected in the Explorer while it has the focus, as it has when the palette was opened from there; else the active
 * editor's file, else what is picked in a file dialog.
 */
export async function askForFiles(purpose: Words): Promise<vscode.Uri[]> {
  const selected = await explorerSelection();
  if (selected.length > 0) return selected;
  const active = activeFile();
  return active === undefined ? openFiles(purpose) : [active];
}

function distinct(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** The file of the active editor tab, also where it is an image or another custom editor. */
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

/** What VS Code's command copies where the focus is elsewhere; without it, that would be the active editor's file or a complaint. */
const elsewhere = vscode.Uri.from({ scheme: 'untitled', path: 'the-focus-is-not-in-the-explorer' });

/**
 * What is selected in the Explorer while it has the focus, else nothing. VS Code's API does not tell, so its own command copies
 * the paths.
 */
async function explorerSelection(): Promise<vscode.Uri[]> {
  const paths = await copiedBy('copyFilePath', elsewhere);
  if (paths.endsWith(elsewhere.path)) return [];
  return paths.split(/\r?\n/).flatMap((path) => (path === '' ? [] : uriOfPath(path)));
}

/** Paths are of the disk, unless a folder of the workspace is elsewhere and has them. */
function uriOfPath(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(
    ({ uri }) => uri.scheme !== 'file' && `${path}/`.startsWith(`${uri.path.replace(/\/$/, '')}/`),
  );
  return folder === undefined ? vscode.Uri.file(path) : folder.uri.with({ path });
}
