import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Starts listening on a free port of 127.0.0.1 and resolves to it. */
export async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/**
 * A port below those that the system assigns to connections (32768 and up on Linux), on which nothing was listening a
 * moment ago. No parallel test gets the same port before it is used.
 */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const server = net.createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Ends each of two connections when the other one ends. `open` has them until then. */
export function endTogether(open: Set<net.Socket>, one: net.Socket, other: net.Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    open.add(from);
    from.on('error', () => to.destroy());
    from.once('close', () => {
      open.delete(from);
      to.destroy();
    });
  }
}
