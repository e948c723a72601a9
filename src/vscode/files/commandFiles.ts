import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Words } from '../text/words.ts';
import { openFiles } from '../window/fileDialogs.ts';
import { explorerSelection } from './explorerSelection.ts';

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

/** The active editor's file, else what is picked in a file dialog. */
export async function askForFiles(purpose: Words): Promise<vscode.Uri[]> {
  const active = activeFile();
  return active === undefined ? openFiles(purpose) : [active];
}

function distinct(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** The file of the active editor tab, also where it is an image or another custom editor. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
      ? input.uri
      : undefined;
  return uri === undefined || uri.scheme === 'untitled' || uri.scheme === 'output' ? undefined : uri;
}
