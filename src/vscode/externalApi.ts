import type { ToolName } from '../manifest.ts';
import { type ApiContext, apiCalls } from './api/apiCalls.ts';
import type { ApiCalls } from './api/exportedApi.ts';
import type { FileToolContext } from './api/fileTool.ts';
import type { DocumentReader } from './convert/directConverter.ts';
import { receiveAnswers } from './network/setApiKey.ts';
import type { ChatTool } from './ui/providers.ts';

/** The parts of the session for other extensions, chat models, and the browser. */
export interface ExternalApi {
  readonly api: ApiCalls;
  readonly tool: (name: ToolName) => Promise<ChatTool>;
  /** Takes an address of this extension that the browser opens, by its path and query. */
  readonly openUri: (path: string, query: URLSearchParams) => Promise<void>;
}

export function externalApi(
  context: ApiContext & FileToolContext & { readonly reader: DocumentReader },
): ExternalApi {
  const api = apiCalls(context);
  // The tools remember which files the user agreed to.
  let tools: Promise<Readonly<Record<ToolName, ChatTool>>> | undefined;
  const loadTools = async () => (await import('./api/chatTools.ts')).chatTools(context, api);
  return {
    api,
    tool: async (name) => (await (tools ??= loadTools()))[name],
    openUri: receiveAnswers(context.connections.answers),
  };
}
