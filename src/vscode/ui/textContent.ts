import * as vscode from 'vscode';
import { withSignal } from './cancellation.ts';

/** Texts of a scheme of ours, to be read only. */
export interface TextContent {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  read(uri: vscode.Uri, signal: AbortSignal): Promise<string>;
}

/** Has VS Code ask for the texts of a scheme, which are loaded with the first of them: also when it restores its tabs. */
export function registerTextContent(scheme: string, content: () => Promise<TextContent>): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.Uri>();
  let loaded: Promise<TextContent> | undefined;
  const load = async (): Promise<TextContent> => {
    const texts = await content();
    texts.onDidChange((uri) => changes.fire(uri));
    return texts;
  };
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changes.event,
    provideTextDocumentContent: async (uri, token) =>
      withSignal(token, async (signal) => (await (loaded ??= load())).read(uri, signal)),
  });
  return vscode.Disposable.from(registration, changes);
}

/** Opens such a text, in the tab that the next one takes over where it `isPreview`. */
export async function showContent(uri: vscode.Uri, isPreview: boolean): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: isPreview });
}
