import * as vscode from 'vscode';
import type { Markdown } from '../text/markdown.ts';

const scheme = 'file-utility-network-report';

/** A Markdown document that can be read but not edited, so that closing it asks nothing. Each report takes the place of the last. */
export class ReportDocument implements vscode.Disposable {
  readonly #uri = vscode.Uri.from({ scheme, path: '/connection.md' });
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  #text = '';

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changes.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** Shows a report in an editor. */
  async show(markdown: Markdown): Promise<void> {
    this.#text = markdown;
    this.#changes.fire(this.#uri);
    await vscode.window.showTextDocument(this.#uri, { preview: false });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changes.dispose();
  }
}
