import * as vscode from 'vscode';
import type { Markdown } from '../text/markdown.ts';
import type { SafeText } from '../text/safeText.ts';

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

/** A change in a file's text. Offsets count characters. */
interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FileChanges {
  readonly uri: vscode.Uri;
  readonly changes: readonly (TextChange & Approval)[];
}

/** The presentation of a change in the preview. Changes that need confirmation are initially deselected. */
interface Approval {
  readonly heading: SafeText;
  readonly needsConfirmation: boolean;
}

export interface Removal extends Approval {
  readonly uri: vscode.Uri;
}

/**
 * Applies the changes, and saves the files according to the user's settings for refactorings. If any change needs
 * confirmation, the user reviews them in VS Code's preview first, and may deselect some. Resolves to `false` if nothing
 * could be changed.
 */
export async function refactor(
  files: readonly FileChanges[],
  removals: readonly Removal[] = [],
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, changes } of files) {
    const document = await vscode.workspace.openTextDocument(uri);
    for (const { start, end, text, ...approval } of changes) {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      edit.replace(uri, range, text, metadata(approval));
    }
  }
  for (const { uri, ...approval } of removals) {
    edit.deleteFile(uri, { ignoreIfNotExists: true }, metadata(approval));
  }
  return vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

function metadata({ heading, needsConfirmation }: Approval): vscode.WorkspaceEditEntryMetadata {
  return { label: heading, needsConfirmation };
}

/** Opens two texts or files in the diff editor. */
export async function showDifference(before: vscode.Uri, after: vscode.Uri, title: SafeText): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, title);
}

/** Opens a text of a registered scheme. If `isPreview` is set, the next preview reuses its tab. */
export async function showContent(uri: vscode.Uri, isPreview: boolean): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: isPreview });
}
