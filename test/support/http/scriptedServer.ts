import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listen } from './port.ts';

/** Answers one request; an unfinished answer stays open. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => unknown;

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The number of the connection, counted from 1. */
  readonly connection: number;
}

export interface ScriptedServer {
  readonly baseUrl: URL;
  readonly seen: readonly SeenRequest[];
}

export interface ServerOptions {
  /** Uses TLS with this certificate. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Listens on this Unix socket or pipe instead of a port of 127.0.0.1. */
  readonly socketPath?: string;
}

/** Runs `use` with a real HTTP server that answers with `reply`. */
export async function withServer<T>(
  reply: Reply,
  use: (server: ScriptedServer) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const seen: SeenRequest[] = [];
  const connections: Socket[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url = '', headers, socket } = request;
    seen.push({ method, url, headers, connection: connections.indexOf(socket) + 1 });
    request.on('error', () => {});
    void (async () => reply(request, response))();
  };
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener);
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => {});
    connections.push(socket);
  });
  const baseUrl = await listenAt(server, options);
  try {
    return await use({ baseUrl, seen });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function listenAt(server: http.Server, { socketPath, tls }: ServerOptions): Promise<URL> {
  if (socketPath === undefined)
    return new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${await listen(server)}`);
  server.listen(socketPath);
  await once(server, 'listening');
  return new URL('http://localhost');
}

/** A reply with a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string | string[]> = {}): Reply {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** A reply with a body of any type. */
export function text(
  status: number,
  type: string,
  body: string,
  headers: Record<string, string | string[]> = {},
): Reply {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(body);
  };
}

/** Uses the replies in turn, and the last one for all further requests. */
export function inTurn(...replies: readonly Reply[]): Reply {
  let next = 0;
  return (request, response) => {
    const reply = replies[Math.min(next, replies.length - 1)];
    next += 1;
    return reply?.(request, response);
  };
}

/** Reads the whole body, passes it to `take`, and then replies. */
export function afterBody(take: (body: Buffer, request: IncomingMessage) => void, reply: Reply): Reply {
  return async (request, response) => {
    take(await buffer(request), request);
    await reply(request, response);
  };
}

/** Breaks the connection with a reset. */
export const reset: Reply = (request) => {
  request.socket.resetAndDestroy();
};
