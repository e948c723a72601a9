import * as vscode from 'vscode';
import { withSignal } from './providers.ts';
import type { SafeText } from '../text/safeText.ts';

/** A file that is created together with an insertion. */
export interface NewFile {
  readonly uri: vscode.Uri;
  readonly contents: Uint8Array;
}

/** What is inserted if the user chooses it. */
export interface Insertion {
  /** The inserted text in VS Code's snippet syntax. */
  readonly snippet: string;
  /**
   * Returns the files to create. Undoing the insertion removes them.
   * @throws Error with a message for the user
   */
  readonly files: (signal: AbortSignal) => Promise<readonly NewFile[]>;
}

/** Identifies a paste choice, with the languages and media types that it applies to. */
export interface PasteChoiceId {
  /**
   * The parts of the choice's kind, which users can list in `editor.pasteAs.preferences` and
   * `editor.dropIntoEditor.preferences`.
   */
  readonly kind: readonly string[];
  readonly languages: readonly string[];
  readonly mimeTypes: readonly string[];
}

/** An additional way to insert pasted or dropped content. */
export interface PasteChoice {
  readonly title: SafeText;
  /** Returns the insertion, or `undefined` if the content isn't suitable. */
  readonly offer: (
    document: vscode.TextDocument,
    data: vscode.DataTransfer,
  ) => Promise<Insertion | undefined>;
  /**
   * True if VS Code has another choice for the content, which then comes first. If this were the only choice, VS Code
   * would apply it without asking.
   */
  readonly isOneOfSeveral: (document: vscode.TextDocument, data: vscode.DataTransfer) => boolean;
}

/** Registers a choice for pasting, and for dropping if the user prefers it. It is loaded on first use. */
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

/** VS Code reads the property `snippet` when it passes on a snippet that was resolved. */
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
      // After an ordinary paste, VS Code calls `resolveDocumentPasteEdit` first. After Paste As…, it inserts the choice
      // without calling that.
      if (isAsked) edit.additionalEdit = await creating(insertion, signal);
      return [edit];
    });
  }

  async resolveDocumentPasteEdit(edit: OfferedEdit, token: vscode.CancellationToken): Promise<OfferedEdit> {
    edit.additionalEdit ??= await withSignal(token, (signal) => creating(edit.insertion, signal));
    return edit;
  }
}

/**
 * For a drop, VS Code requests all choices in full before it shows any. To keep drops fast, this one is only offered to
 * users who prefer it.
 */
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
