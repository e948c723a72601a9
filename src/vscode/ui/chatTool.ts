import * as vscode from 'vscode';
import { withSignal } from './cancellation.ts';
import { type Markdown } from '../text/markdown.ts';
import type { SafeText } from '../text/safeText.ts';

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
