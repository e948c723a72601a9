// An extension that has File Utility Network convert files, by its API (docs/extension-api.md).

import type { FileResult, FileUtilityNetwork, FileUtilityNetworkApi } from 'file-utility-network';
import * as vscode from 'vscode';

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('webPictures.make', makeWebPictures));
}

/** Makes WebP pictures of a width that pages want, in a folder beside their sources. */
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
  // Nothing is shown for calls by code, so what went wrong is told by whoever called.
  for (const { source, error } of failed) {
    void vscode.window.showWarningMessage(`${vscode.workspace.asRelativePath(source)}: ${error?.message}`);
  }
  return results;
}

/** Activated on first use: it is a dependency, so it is there. */
async function fileUtilityNetwork(): Promise<FileUtilityNetworkApi> {
  const id = 'file-utility-network.file-utility-network';
  const extension = vscode.extensions.getExtension<FileUtilityNetwork>(id);
  if (extension === undefined) throw new Error('File Utility Network is not installed.');
  const exports = await extension.activate();
  return exports.getApi(1);
}
