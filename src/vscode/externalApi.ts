import type { ToolName } from '../manifest.ts';
import { type ApiContext, apiCalls } from './api/apiCalls.ts';
import type { ApiCalls } from './api/exportedApi.ts';
import { chatTools } from './chat/chatTools.ts';
import type { FileToolContext } from './chat/fileTool.ts';
import type { DocumentReader } from './direct/documentReader.ts';
import type { ChatTool } from './ui/chatTool.ts';

/** The session's parts that serve other extensions, and models in the chat. */
export interface ExternalApi {
  readonly api: ApiCalls;
  readonly tools: Readonly<Record<ToolName, ChatTool>>;
}

export function externalApi(
  context: ApiContext & FileToolContext & { readonly reader: DocumentReader },
): ExternalApi {
  const api = apiCalls(context);
  return { api, tools: chatTools(context, api) };
}
