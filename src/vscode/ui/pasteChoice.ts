import * as vscode from 'vscode';
import { withSignal } from './cancellation.ts';
import type { Words } from '../text/words.ts';

/** A file that is to come with what is inserted. */
export interface NewFile {
  readonly uri: vscode.Uri;
  readonly contents: Uint8Array;
}

/** What would be inserted if a person chose it. */
export interface Insertion {
  /** In VS Code's syntax of snippets. */
  readonly snippet: string;
  /** Makes the files that come with it; an undo takes them away again. @throws Error whose message is to be shown */
  readonly files: (signal: AbortSignal) => Promise<readonly NewFile[]>;
}

/** What is offered, for whom. */
export interface PasteChoiceId {
  /** Under this name, part by part, `editor.pasteAs.preferences` and `editor.dropIntoEditor.preferences` ask for it. */
  readonly kind: readonly string[];
  readonly languages: readonly string[];
  readonly mimeTypes: readonly string[];
}

/** One more thing that can become of what is pasted or dropped. */
export interface PasteChoice {
  readonly title: Words;
  /** What would be inserted; `undefined` where that is nothing. */
  readonly offer: (
    document: vscode.TextDocument,
    data: vscode.DataTransfer,
  ) => Promise<Insertion | undefined>;
  /** Whether VS Code has something else to insert, which then comes first: a paste takes the only choice unasked. */
  readonly isOneOfSeveral: (document: vscode.TextDocument, data: vscode.DataTransfer) => boolean;
}

/** Adds a choice, which is loaded with the first use, to what is pasted, and to what is dropped by people who prefer it. */
export function registerPasteChoice(
  { kind: parts, languages, mimeTypes }: PasteChoiceId,
  choice: () => Promise<PasteChoice>,
): vscode.Disposable {
  const kind = kindOf(parts);
  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(languages, new PasteProvider(choice, kind), {
      providedPasteEditKinds: [kind],
      pasteMimeTypes: mimeTypes,
    }),
    vscode.languages.registerDocumentDropEditProvider(languages, new DropProvider(choice, kind), {
      providedDropEditKinds: [kind],
      dropMimeTypes: mimeTypes,
    }),
  );
}

/** VS Code hands a snippet that was resolved on as the object that it is, and reads this of it. */
class PassedSnippet extends vscode.SnippetString {
  readonly snippet = this.value;
}

class OfferedEdit extends vscode.DocumentPasteEdit {
  readonly insertion: Insertion;

  constructor(insertion: Insertion, title: string, kind: vscode.DocumentDropOrPasteEditKind) {
    super(new PassedSnippet(insertion.snippet), title, kind);
    this.insertion = insertion;
    this.yieldTo = [vscode.DocumentDropOrPasteEditKind.Empty];
  }
}

class PasteProvider implements vscode.DocumentPasteEditProvider<OfferedEdit> {
  readonly #choice: () => Promise<PasteChoice>;
  readonly #kind: vscode.DocumentDropOrPasteEditKind;

  constructor(choice: () => Promise<PasteChoice>, kind: vscode.DocumentDropOrPasteEditKind) {
    this.#choice = choice;
    this.#kind = kind;
  }

  async provideDocumentPasteEdits(
    document: vscode.TextDocument,
    _ranges: readonly vscode.Range[],
    data: vscode.DataTransfer,
    { triggerKind }: vscode.DocumentPasteEditContext,
    token: vscode.CancellationToken,
  ): Promise<OfferedEdit[]> {
    const { offer, title, isOneOfSeveral } = await this.#choice();
    const isAsked = triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
    const isPreferred = prefers(document, 'pasteAs', this.#kind);
    if (!isAsked && !isPreferred && !isOneOfSeveral(document, data)) return [];
    return withSignal(token, async (signal) => {
      const insertion = await offer(document, data);
      if (insertion === undefined) return [];
      const edit = new OfferedEdit(insertion, title, this.#kind);
      // VS Code resolves what it offers after a paste, and inserts what is picked under Paste As… as it is.
      if (isAsked) edit.additionalEdit = await creating(insertion, signal);
      return [edit];
    });
  }

  async resolveDocumentPasteEdit(edit: OfferedEdit, token: vscode.CancellationToken): Promise<OfferedEdit> {
    edit.additionalEdit ??= await withSignal(token, (signal) => creating(edit.insertion, signal));
    return edit;
  }
}

/** VS Code asks for everything before it shows any choice of a drop, which must not be slow for who never chooses this one. */
class DropProvider implements vscode.DocumentDropEditProvider {
  readonly #choice: () => Promise<PasteChoice>;
  readonly #kind: vscode.DocumentDropOrPasteEditKind;

  constructor(choice: () => Promise<PasteChoice>, kind: vscode.DocumentDropOrPasteEditKind) {
    this.#choice = choice;
    this.#kind = kind;
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    _position: vscode.Position,
    data: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    if (!prefers(document, 'dropIntoEditor', this.#kind)) return undefined;
    return withSignal(token, async (signal) => {
      const { title, offer } = await this.#choice();
      const insertion = await offer(document, data);
      if (insertion === undefined) return undefined;
      const snippet = new vscode.SnippetString(insertion.snippet);
      const edit = new vscode.DocumentDropEdit(snippet, title, this.#kind);
      edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Empty];
      edit.additionalEdit = await creating(insertion, signal);
      return edit;
    });
  }
}

async function creating({ files }: Insertion, signal: AbortSignal): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, contents } of await files(signal)) edit.createFile(uri, { contents });
  return edit;
}

function prefers(
  document: vscode.TextDocument,
  section: 'pasteAs' | 'dropIntoEditor',
  kind: vscode.DocumentDropOrPasteEditKind,
): boolean {
  const preferences: unknown = vscode.workspace
    .getConfiguration('editor', document)
    .get(`${section}.preferences`);
  return (
    Array.isArray(preferences) && preferences.some((name) => kindOf(String(name).split('.')).contains(kind))
  );
}

function kindOf(parts: readonly string[]): vscode.DocumentDropOrPasteEditKind {
  return vscode.DocumentDropOrPasteEditKind.Empty.append(...parts);
}
