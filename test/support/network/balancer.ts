import { once } from 'node:events';
import net from 'node:net';
import { listen } from '../http/port.ts';

/** Passes connections on to servers in turn, as a proxy before the nodes of a network does. */
export class Balancer {
  readonly #server = net.createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<net.Socket>();
  #origins: readonly URL[];
  #turn = 0;
  baseUrl = new URL('http://127.0.0.1');

  private constructor(origins: readonly URL[]) {
    this.#origins = origins;
  }

  static async start(origins: readonly URL[]): Promise<Balancer> {
    const balancer = new Balancer(origins);
    balancer.baseUrl = new URL(`http://127.0.0.1:${await listen(balancer.#server)}`);
    return balancer;
  }

  /** Who is there from now on. */
  use(origins: readonly URL[]): void {
    this.#origins = origins;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #pass(socket: net.Socket): void {
    const { hostname, port } = this.#origins[this.#turn++ % this.#origins.length] ?? this.baseUrl;
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
