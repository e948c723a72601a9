import * as vscode from 'vscode';
import type { Markdown } from '../text/markdown.ts';

const scheme = 'file-utility-network-report';

/**
 * Reports as read-only Markdown documents, so that VS Code doesn't ask to save them. A report replaces the previous one
 * with the same name.
 */
export class ReportDocument implements vscode.Disposable {
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly #texts = new Map<string, Markdown>();

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changes.event,
      provideTextDocumentContent: ({ path }) => this.#texts.get(path) ?? '',
    });
  }

  /** Shows a report in VS Code's Markdown preview. */
  async show(name: 'programs', markdown: Markdown): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
    this.#texts.set(uri.path, markdown);
    this.#changes.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changes.dispose();
  }
}

/** Shows a text in a new editor, where the user can read, change, and save it. */
export async function showText(content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
}
