import * as vscode from 'vscode';

/** Shows a text in an editor of its own, to read, change and save. */
export async function showText(content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
}
