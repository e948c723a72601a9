import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Needs } from '../../../tools/conformance/rule.ts';
import type { RunningServer, ServerSource } from '../../../tools/conformance/servers/serverSource.ts';
import { listen } from '../http/port.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One deviation of a server from api.md. */
export interface Alteration {
  /** Start options that replace those of the tested rule. */
  readonly needs?: Partial<Needs>;
  /** The address of another server that answers this request instead. */
  readonly instead?: (asked: Asked) => URL | undefined;
  readonly ask?: (asked: Asked) => Partial<Asked>;
  readonly answer?: (answered: Answered, asked: Asked) => Partial<Answered> | Promise<Partial<Answered>>;
}

/** The servers of another source, each behind a proxy that alters requests or answers. */
export function alteredServers(source: ServerSource, alteration: Alteration): ServerSource {
  return {
    launched: source.launched,
    groupOf: (needs) => source.groupOf(needs),
    async open(needs, signal): Promise<RunningServer> {
      const upstream = await source.open({ ...needs, ...alteration.needs }, signal);
      const proxy = http.createServer((request, response) => {
        pass(request, response, upstream.baseUrl, alteration).catch(() => response.destroy());
      });
      const baseUrl = new URL(`http://127.0.0.1:${await listen(proxy)}`);
      const close = async (): Promise<void> => {
        proxy.closeAllConnections();
        proxy.close();
        await upstream.close();
      };
      return { ...upstream, baseUrl, close };
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
  { instead, ask, answer }: Alteration,
): Promise<void> {
  const { connection: _, ...ofTheMessage } = request.headers;
  const came: Asked = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: { ...ofTheMessage, host: upstream.host },
  };
  const address = instead?.(came) ?? upstream;
  const plain: Asked = { ...came, headers: { ...came.headers, host: address.host } };
  const asked = { ...plain, ...ask?.(plain) };
  const body = await buffer(request);
  const { method, path, headers } = asked;
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    http.request(address, { agent: false, method, path, headers }, resolve).on('error', reject).end(body);
  });
  const { 'transfer-encoding': __, 'content-length': ___, ...kept } = answered.headers;
  const honest: Answered = {
    status: answered.statusCode ?? 502,
    headers: kept,
    body: await buffer(answered),
  };
  const altered = { ...honest, ...(await answer?.(honest, asked)) };
  response.writeHead(altered.status, altered.headers);
  response.end(altered.body);
}

/** Changes the JSON of an answer. */
export function altered(
  { body }: Answered,
  change: (json: Record<string, unknown>) => Record<string, unknown>,
): Partial<Answered> {
  return { body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString())))) };
}
