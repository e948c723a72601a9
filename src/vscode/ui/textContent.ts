import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';
import { withSignal } from './cancellation.ts';

/** The read-only texts behind the URIs of one scheme. */
export interface TextContent {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  read(uri: vscode.Uri, signal: AbortSignal): Promise<string>;
}

/**
 * Registers the texts of a scheme. `content` is called when the first of them is opened, also if VS Code restores its
 * tab.
 */
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

/** Opens two texts or files in the diff editor. */
export async function showDifference(before: vscode.Uri, after: vscode.Uri, title: SafeText): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, title);
}

/** Opens a text of a registered scheme. If `isPreview` is set, the next preview reuses its tab. */
export async function showContent(uri: vscode.Uri, isPreview: boolean): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: isPreview });
}
