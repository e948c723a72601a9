import type { ToolName } from '../manifest.ts';
import { type ApiContext, apiCalls } from './api/apiCalls.ts';
import type { ApiCalls } from './api/exportedApi.ts';
import { chatTools } from './api/chatTools.ts';
import type { FileToolContext } from './api/fileTool.ts';
import type { DocumentReader } from './convert/directConverter.ts';
import { receiveAnswers } from './network/setApiKey.ts';
import type { ChatTool } from './ui/providers.ts';

/** The parts of the session for other extensions, chat models, and the browser. */
export interface ExternalApi {
  readonly api: ApiCalls;
  readonly tools: Readonly<Record<ToolName, ChatTool>>;
  /** Takes an address of this extension that the browser opens, by its path and query. */
  readonly openUri: (path: string, query: URLSearchParams) => Promise<void>;
}

export function externalApi(
  context: ApiContext & FileToolContext & { readonly reader: DocumentReader },
): ExternalApi {
  const api = apiCalls(context);
  const openUri = receiveAnswers(context.connections.answers);
  return { api, tools: chatTools(context, api), openUri };
}
