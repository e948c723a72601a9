import { once } from 'node:events';
import net from 'node:net';
import { Transform } from 'node:stream';
import { endTogether, listen } from '../http/port.ts';

/** Forwards connections to servers in turn, like a proxy in front of the nodes of a network. */
export class Balancer {
  readonly #server = net.createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<net.Socket>();
  #origins: readonly URL[];
  #turn = 0;
  #isFull = false;
  baseUrl = new URL('http://127.0.0.1');

  private constructor(origins: readonly URL[]) {
    this.#origins = origins;
  }

  static async start(origins: readonly URL[]): Promise<Balancer> {
    const balancer = new Balancer(origins);
    balancer.baseUrl = new URL(`http://127.0.0.1:${await listen(balancer.#server)}`);
    return balancer;
  }

  /** Sets the available servers. */
  use(origins: readonly URL[]): void {
    this.#origins = origins;
  }

  /** Breaks all open connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Does `work` while no server is available. */
  async whileAway(work: () => Promise<void>): Promise<void> {
    const origins = this.#origins;
    this.use([]);
    this.cut();
    try {
      await work();
    } finally {
      this.use(origins);
    }
  }

  /** Does `work` while servers refuse files, as a full store does. */
  async whileFull(work: () => Promise<void>): Promise<void> {
    this.#isFull = true;
    try {
      await work();
    } finally {
      this.#isFull = false;
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #refuser(socket: net.Socket): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, pass) => {
        if (!this.#isFull || chunk.toString('latin1', 0, 4) !== 'PUT ') return pass(null, chunk);
        socket.end('HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      },
    });
  }

  #pass(socket: net.Socket): void {
    const origin = this.#origins[this.#turn++ % this.#origins.length];
    if (origin === undefined) {
      socket.destroy();
      return;
    }
    const { hostname, port } = origin;
    const upstream = net.connect(Number(port), hostname);
    endTogether(this.#sockets, socket, upstream);
    upstream.pipe(socket);
    socket.pipe(this.#refuser(socket)).pipe(upstream);
  }
}
