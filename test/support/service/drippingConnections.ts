import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const dripMs = 1000;

/** Connections that begin a request and then send one byte per second. */
export class DrippingConnections {
  readonly #sockets: readonly Socket[];
  readonly #timer: NodeJS.Timeout;

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
    this.#timer = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x');
    }, dripMs);
  }

  /** Opens this many connections from a loopback address. Each of them first sends `start`. */
  static async open(
    baseUrl: string,
    count: number,
    start: string,
    localAddress = '127.0.0.1',
  ): Promise<DrippingConnections> {
    const { hostname: host, port } = new URL(baseUrl);
    const sockets = Array.from({ length: count }, () =>
      connect({ host, port: Number(port), localAddress, allowHalfOpen: true }).on('error', () => undefined),
    );
    await Promise.all(
      sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
    );
    for (const socket of sockets) socket.resume().write(start);
    return new DrippingConnections(sockets);
  }

  /** The number of connections that still accept data, even after an answer. */
  get open(): number {
    return this.#sockets.filter(({ destroyed }) => !destroyed).length;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}
