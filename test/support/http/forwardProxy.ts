import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { listen } from './port.ts';

export interface ForwardProxy {
  readonly url: URL;
  /** The received requests, as `CONNECT host:port` or `GET http://…`. */
  readonly seen: readonly string[];
}

/**
 * Runs `use` with a real HTTP proxy: tunnels for https, forwarding for http; it requires `credentials` if they are
 * given. The proxy resolves every host to 127.0.0.1, so tests can use names that aren't loopback and therefore don't
 * bypass proxies.
 */
export async function withForwardProxy<T>(
  use: (proxy: ForwardProxy) => Promise<T>,
  credentials?: { readonly user: string; readonly password: string },
): Promise<T> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const mayPass = (request: IncomingMessage): boolean => {
    seen.push(`${request.method} ${request.url}`);
    if (credentials === undefined) return true;
    const token = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    return request.headers['proxy-authorization'] === `Basic ${token}`;
  };
  const server = http.createServer((request, response) => {
    if (mayPass(request)) forward(request, response);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    if (mayPass(request)) sockets.add(tunnel(request, socket));
    else socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
  });
  const url = new URL(`http://127.0.0.1:${await listen(server)}`);
  try {
    return await use({ url, seen });
  } finally {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = request.headers;
  const { port, pathname, search } = new URL(request.url ?? '');
  const target = { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers };
  const upstream = http.request(target, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}

function tunnel(request: IncomingMessage, socket: Socket): Socket {
  const { port } = new URL(`http://${request.url}`);
  const upstream = net.connect(Number(port || 80), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  return upstream;
}
