import * as vscode from 'vscode';
import { problemOf } from '../../jobs/core/problem.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { markdownScheme } from '../../manifest.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { filesFor, urisOf } from '../files/commandFiles.ts';
import { onDidChangeFile } from '../files/workspaceFiles.ts';
import { lossesInOrder, lossText } from '../text/losses.ts';
import { problemText } from '../text/problems.ts';
import { untrusted, listed, say, sentences, type SafeText } from '../text/safeText.ts';
import type { TextContent } from '../ui/providers.ts';
import { showContent } from '../ui/documents.ts';
import type { DocumentReader, ReadDocument } from './directConverter.ts';

/** The URI under which a document is shown as Markdown. Its path ends like that of a Markdown file. */
export function markdownUri(document: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme: markdownScheme, path: `${document.path}.md`, query: document.toString() });
}

/** Documents shown as Markdown. While an editor shows one, it is converted again when the document changes. */
export class MarkdownDocuments implements TextContent, Disposable {
  readonly #reader: DocumentReader;
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly #followed = new Map<string, Disposable>();
  readonly #store = new DisposableStore();

  readonly onDidChange = this.#changes.event;

  constructor(reader: DocumentReader) {
    this.#reader = reader;
    this.#store.add(this.#changes);
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
  }

  /**
   * The document's text, below a line with information about it. If the document can't be read, the line contains the
   * reason.
   * @throws the signal's reason
   */
  async read(uri: vscode.Uri, signal: AbortSignal): Promise<string> {
    const document = vscode.Uri.parse(uri.query);
    this.#follow(uri, document);
    const name = untrusted(baseName(document.toString()));
    try {
      const { text, losses } = await this.#reader.read(document.toString(), signal);
      return page(sentences([say('Text of {0}, read on this computer.', name), lossesText(losses)]), text);
    } catch (error) {
      signal.throwIfAborted();
      return page(say('{0}: {1}', name, problemText(problemOf(error))), '');
    }
  }

  dispose(): void {
    for (const watcher of this.#followed.values()) watcher.dispose();
    this.#store.dispose();
  }

  #follow(uri: vscode.Uri, document: vscode.Uri): void {
    const key = uri.toString();
    if (!this.#followed.has(key)) {
      this.#followed.set(
        key,
        onDidChangeFile(document, () => this.#changes.fire(uri)),
      );
    }
  }

  #forget(uri: vscode.Uri): void {
    this.#followed.get(uri.toString())?.dispose();
    this.#followed.delete(uri.toString());
  }
}

function listedLosses(losses: readonly string[]): SafeText {
  return listed(lossesInOrder(losses).map(lossText));
}

function lossesText({ certain, possible }: ReadDocument['losses']): SafeText | undefined {
  return sentences([
    certain.length === 0 ? undefined : say('Not included: {0}.', listedLosses(certain)),
    possible.length === 0 ? undefined : say('Possibly not included: {0}.', listedLosses(possible)),
  ]);
}

function page(line: SafeText | undefined, text: string): string {
  return `> ${line ?? ''}\n\n${text}`;
}

/** Limited, because each document opens a tab. */
const maxDocuments = 10;

/** Implements **Open as Markdown**: shows the text of documents in editors. Writes nothing. */
export async function openAsMarkdown(clicked?: unknown, selected?: unknown): Promise<void> {
  const given = await urisOf(clicked, selected);
  const uris = await filesFor(given, say('Open as Markdown'));
  for (const uri of uris.slice(0, maxDocuments)) await showContent(markdownUri(uri), uris.length === 1);
}
