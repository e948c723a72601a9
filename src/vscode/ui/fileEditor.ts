import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';

/** The tab of a custom editor. */
export type EditorPanel = vscode.WebviewPanel;

/** Registers a read-only custom editor. `open` fills its tab. */
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
