import * as vscode from 'vscode';
import type { Markdown } from '../text/markdown.ts';
import type { SafeText } from '../text/safeText.ts';
import type { Disposable } from '../../util/disposable.ts';

/** The question that the user must confirm before a tool runs. */
export interface ToolQuestion {
  readonly title: SafeText;
  readonly message: Markdown;
}

/** A tool that models in the chat can call. Its input is untrusted. */
export interface ChatTool {
  /**
   * The question to confirm; `undefined` if the tool wouldn't change anything.
   * @throws Error with a message for the model
   */
  readonly question: (input: unknown, signal: AbortSignal) => Promise<ToolQuestion | undefined>;
  /**
   * Resolves to the answer for the model.
   * @throws Error with a message for the model
   */
  readonly run: (input: unknown, signal: AbortSignal) => Promise<string>;
}

/** Registers a tool that `package.json` declares. The tool is loaded when it is first called. */
export function registerChatTool(name: string, tool: () => Promise<ChatTool>): vscode.Disposable {
  return vscode.lm.registerTool<unknown>(name, {
    prepareInvocation: async ({ input }, token) =>
      withSignal(token, async (signal) => {
        const question = await (await tool()).question(input, signal);
        if (question === undefined) return {};
        const { title, message } = question;
        return { confirmationMessages: { title, message: new vscode.MarkdownString(message) } };
      }),
    invoke: async ({ input }, token) =>
      withSignal(token, async (signal) => {
        const answer = await (await tool()).run(input, signal);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
      }),
  });
}

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

/** Handles addresses of this extension that the browser opens, by their path and query. */
export function registerUriHandler(
  handle: (path: string, query: URLSearchParams) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => handle(path, new URLSearchParams(query)),
  });
}

/** Calls `run` with a signal that aborts when VS Code's token is canceled. Removes the token's listener afterwards. */
export async function withSignal<T>(
  token: vscode.CancellationToken | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  if (token?.isCancellationRequested === true) controller.abort();
  const listener = token?.onCancellationRequested(() => controller.abort());
  try {
    return await run(controller.signal);
  } finally {
    listener?.dispose();
  }
}
