import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { loopbackHosts } from '../../service/server/server.ts';
import { cannotListen, listenAddress } from '../listenAddress.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { NotReady } from '../node/readiness.ts';

/** A server for health checks and metrics at its own address, which needs no key. */
export interface Operations {
  readonly baseUrl: string;
  /** Makes the node report from now on that it takes no new work. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * Answers `/healthz` while the process is alive, `/readyz` while it takes new work and its requirements are met, and
 * `/metrics`.
 * @throws ConfigurationError, or Error if it can't listen
 */
export async function startOperations(node: NodeParts): Promise<Operations> {
  const { operationsListen } = node.configuration;
  const { host, port, isLoopback } = listenAddress('operationsListen', operationsListen);
  let draining = false;
  const server = createServer((request, response) => {
    const { socket, headers } = request;
    // A web page could read the metrics with a name of its own that leads to this computer.
    if (isLoopback && !loopbackHosts(socket).includes(headers.host ?? '')) response.writeHead(403).end();
    else void answer(request.url ?? '', response, node, () => draining);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) =>
    cannotListen('operationsListen', operationsListen, error),
  );
  return {
    baseUrl: urlOf(server),
    drain: () => (draining = true),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  path: string,
  response: ServerResponse,
  node: NodeParts,
  isDraining: () => boolean,
): Promise<void> {
  const text = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  };
  try {
    switch (path) {
      case '/healthz':
        return text(200, 'ok\n');
      case '/readyz':
        if (isDraining()) return text(503, 'draining\n');
        await node.readiness.check();
        return text(
          200,
          [
            'ok',
            node.areEnginesIsolated ? 'Engines are isolated.' : 'Engines aren’t isolated: see the log.',
            '',
          ].join('\n'),
        );
      case '/metrics':
        return text(200, await node.metrics.text(), node.metrics.contentType);
      default:
        return text(404, 'Not found. The paths are /healthz, /readyz, and /metrics.\n');
    }
  } catch (error) {
    const isNamed = error instanceof NotReady;
    node.log.warn(
      { path, reason: String(error), cause: isNamed ? String(error.cause) : undefined },
      'Check failed',
    );
    text(503, isNamed ? `${error.message}\n` : 'unreachable\n');
  }
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server isn’t listening on a port');
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
