import * as vscode from 'vscode';

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
