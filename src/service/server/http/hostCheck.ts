import type { FastifyRequest } from 'fastify';
import { refusal } from '../../faults.ts';

/**
 * Refuses requests for another host: a web page could reach a loopback port through a name of its own that resolves to
 * 127.0.0.1.
 */
export async function checkLoopbackHost(request: FastifyRequest): Promise<void> {
  const port = request.socket.localPort;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (hosts.includes(request.headers.host?.toLowerCase() ?? '')) return;
  throw refusal('request.host_not_allowed', `This service answers as ${hosts.join(' or ')} only.`);
}
