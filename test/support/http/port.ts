import { once } from 'node:events';
import net from 'node:net';

/** Starts listening on a free port of 127.0.0.1 and resolves to it. */
export async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** A port that was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
