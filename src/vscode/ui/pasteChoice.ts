import * as vscode from 'vscode';
import { withSignal } from './cancellation.ts';
import type { SafeText } from '../text/safeText.ts';

/** A file to create with the insertion. */
export interface NewFile {
  readonly uri: vscode.Uri;
  readonly contents: Uint8Array;
}

/** The insertion if the user chooses it. */
export interface Insertion {
  /** In VS Code's snippet syntax. */
  readonly snippet: string;
  /**
   * Creates the files of the insertion, which an undo removes.
   * @throws Error with a message to show
   */
  readonly files: (signal: AbortSignal) => Promise<readonly NewFile[]>;
}

/** The offer, with its languages and media types. */
export interface PasteChoiceId {
  /** The parts of its kind, used in `editor.pasteAs.preferences` and `editor.dropIntoEditor.preferences`. */
  readonly kind: readonly string[];
  readonly languages: readonly string[];
  readonly mimeTypes: readonly string[];
}

/** An additional way to insert what is pasted or dropped. */
export interface PasteChoice {
  readonly title: SafeText;
  /** The insertion, or `undefined` if there is none. */
  readonly offer: (
    document: vscode.TextDocument,
    data: vscode.DataTransfer,
  ) => Promise<Insertion | undefined>;
  /**
   * True if VS Code also has something to insert, which then comes first: a paste applies an only choice without
   * asking.
   */
  readonly isOneOfSeveral: (document: vscode.TextDocument, data: vscode.DataTransfer) => boolean;
}

/** Registers a choice, loaded on first use, for pasting, and for dropping if the user prefers it. */
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

/** VS Code passes a resolved snippet on as the same object, and reads this property of it. */
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
      // VS Code resolves its default after a paste, but inserts a choice of Paste As… as it is.
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
 * VS Code asks for everything before it shows any choice of a drop, which must not be slow for users who never choose
 * this one.
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
