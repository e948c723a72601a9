// An example extension that converts files with the API of File Utility Network (docs/extension-api.md).

import type { FileResult, FileUtilityNetwork, FileUtilityNetworkApi } from 'file-utility-network';
import * as vscode from 'vscode';

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('webPictures.make', makeWebPictures));
}

/** Makes WebP images in a width for web pages, in a folder next to their sources. */
async function makeWebPictures(clicked: vscode.Uri, selected = [clicked]): Promise<FileResult[]> {
  const api = await fileUtilityNetwork();
  const work = { target: 'webp', options: { width: 320, quality: 80 }, folder: 'web' };
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: 'Making web pictures',
    cancellable: true,
  };
  const results = await vscode.window.withProgress(progress, async (_report, token) =>
    api.convert(selected, work, token),
  );
  const failed = results.filter(({ status }) => status === 'failed');
  // Calls of the API show nothing, so the caller reports failures.
  for (const { source, error } of failed) {
    void vscode.window.showWarningMessage(`${vscode.workspace.asRelativePath(source)}: ${error?.message}`);
  }
  return results;
}

/** The API of File Utility Network, which VS Code has installed as a dependency. Activates it on first use. */
async function fileUtilityNetwork(): Promise<FileUtilityNetworkApi> {
  const id = 'file-utility-network.file-utility-network';
  const extension = vscode.extensions.getExtension<FileUtilityNetwork>(id);
  if (extension === undefined) throw new Error('File Utility Network isn’t installed.');
  const exports = await extension.activate();
  return exports.getApi(1);
}
