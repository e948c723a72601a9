import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';

/** What the tab of such an editor shows is drawn on it. */
export type EditorPanel = vscode.WebviewPanel;

/** Has an editor that shows files, and changes none, filled by `open`. */
export function registerFileEditor(
  viewType: string,
  open: (uri: vscode.Uri, panel: EditorPanel) => Promise<void>,
): Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => open(uri, panel),
  };
  return vscode.window.registerCustomEditorProvider(viewType, provider, {
    supportsMultipleEditorsPerDocument: true,
  });
}
