import * as vscode from 'vscode';
import { withSignal } from './cancellation.ts';
import { type Markdown } from '../text/markdown.ts';
import type { Words } from '../text/words.ts';

/** What a person is asked before a tool works. */
export interface ToolQuestion {
  readonly title: Words;
  readonly message: Markdown;
}

/** What a model in the chat may have done. Its input is anybody's. */
export interface ChatTool {
  /** Nothing is asked where nothing is changed. @throws Error whose message a model is told */
  readonly question: (input: unknown, signal: AbortSignal) => Promise<ToolQuestion | undefined>;
  /** Resolves to what a model is told. @throws Error whose message it is told */
  readonly run: (input: unknown, signal: AbortSignal) => Promise<string>;
}

/** Registers a tool of package.json, which is asked for once it is called. */
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
