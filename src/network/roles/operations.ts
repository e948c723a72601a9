import fastify from 'fastify';
import { isServiceError } from '../../contract/errors.ts';
import { checkLoopbackHost, noSchemas } from '../../service/server/server.ts';
import { cannotListen, listenAddress } from '../listenAddress.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { NotReady } from '../node/readiness.ts';

const requestMs = 30_000;

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
  const { readiness, areEnginesIsolated, metrics, log } = node;
  const { operationsListen } = node.configuration;
  const { host, port, isLoopback } = listenAddress('operationsListen', operationsListen);
  let isDraining = false;
  const app = fastify({
    schemaController: { compilersFactory: noSchemas },
    requestTimeout: requestMs,
    forceCloseConnections: true,
  });
  // A web page could read the metrics with a name of its own that leads to this computer.
  if (isLoopback) app.addHook('onRequest', checkLoopbackHost);
  app.setErrorHandler(async (error, { url: path }, reply) => {
    if (isServiceError(error)) return reply.code(error.status).send(`${error.message}\n`);
    const isNamed = error instanceof NotReady;
    log.warn(
      { path, reason: String(error), cause: isNamed ? String(error.cause) : undefined },
      'Check failed',
    );
    return reply.code(503).send(isNamed ? `${error.message}\n` : 'unreachable\n');
  });
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send('Not found. The paths are /healthz, /readyz, and /metrics.\n'),
  );
  app.get('/healthz', async () => 'ok\n');
  app.get('/readyz', async (_request, reply) => {
    if (isDraining) return reply.code(503).send('draining\n');
    await readiness.check();
    return `ok\n${areEnginesIsolated ? 'Engines are isolated.' : 'Engines aren’t isolated: see the log.'}\n`;
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  const baseUrl = await app
    .listen({ host, port })
    .catch((error: unknown) => cannotListen('operationsListen', operationsListen, error));
  return { baseUrl, drain: () => (isDraining = true), close: async () => app.close() };
}
