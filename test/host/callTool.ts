import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Calls a chat tool as a model does, without a chat, and parses its answer as data. */
export async function callTool(name: string, input: object): Promise<ReturnType<typeof JSON.parse>> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value.split('\n')[1] ?? '');
}
