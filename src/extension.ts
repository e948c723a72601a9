import * as vscode from 'vscode';
import { commands, formerCommands, markdownScheme, tools, views, webviews } from './manifest.ts';
import type { Session } from './session.ts';
import type { FileUtilityNetwork, FinishedJob } from './vscode/api/api.ts';
import { exportedApi } from './vscode/api/exportedApi.ts';
import { menuKeys } from './vscode/menuKeys.ts';
import { ApiKeys } from './vscode/network/apiKeys.ts';
import { whenWorkIsPending } from './vscode/pendingWork.ts';
import {
  registerUriHandler,
  registerChatTool,
  registerFileEditor,
  registerTextContent,
} from './vscode/ui/providers.ts';
import { type PasteChoiceId, registerPasteChoice } from './vscode/ui/pasteChoice.ts';
import { TreeView } from './vscode/ui/treeView.ts';

/** **Insert as WebP**, for picture files and for pictures in the clipboard. */
const webpPaste: PasteChoiceId = {
  kind: ['fileUtilityNetwork', 'webp'],
  languages: ['markdown', 'html'],
  mimeTypes: ['text/uri-list', 'image/*'],
};

/** Set when the session loads. Waits until ongoing work has cleaned up, for as long as VS Code allows. */
export let deactivate = async (): Promise<void> => {};

/**
 * Registers everything with VS Code. The session, a separate bundle, does the work. It loads on first use: when a
 * command, a tool, or the extension API is called, when a view or editor becomes visible, or when there is pending
 * work.
 */
export function activate(context: vscode.ExtensionContext): FileUtilityNetwork {
  let starting: Promise<Session> | undefined;
  const start = async (): Promise<Session> => {
    const { startSession } = await import('./session.ts');
    const session = startSession(context, view, finishes);
    deactivate = () => session.close();
    return session;
  };
  const started = async (): Promise<Session> => (starting ??= start());
  const session = async (): Promise<Session> => {
    const running = await started();
    await running.restored;
    return running;
  };
  const view = new TreeView(views.jobs, async () => (await session()).tree);
  const finishes = new vscode.EventEmitter<FinishedJob>();
  const showMenus = (): void => {
    for (const [key, value] of menuKeys(context.globalState))
      void vscode.commands.executeCommand('setContext', key, value);
  };
  showMenus();
  context.subscriptions.push(
    view,
    finishes,
    ...[...Object.values(commands).map((id) => [id, id] as const), ...Object.entries(formerCommands)].map(
      ([id, command]) =>
        vscode.commands.registerCommand(id, async (...given: unknown[]) =>
          (await started()).commands.run(command, given).finally(showMenus),
        ),
    ),
    ...Object.values(tools).map((name) => registerChatTool(name, async () => (await session()).tool(name))),
    registerUriHandler(async (path, query) => (await started()).openUri(path, query)),
    registerFileEditor(webviews.preview, async (uri, panel) =>
      (await session()).pictures.preview(uri, panel),
    ),
    registerTextContent(markdownScheme, async () => (await session()).markdown),
    registerPasteChoice(webpPaste, async () => (await session()).webpChoice),
    whenWorkIsPending(
      context.globalStorageUri.fsPath,
      new ApiKeys(context.secrets),
      context.workspaceState,
      session,
    ),
  );
  return exportedApi(session, finishes.event);
}
