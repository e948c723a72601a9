import { createServer, type Server } from 'node:http';
import { listen } from './port.ts';

/** A server that nothing should call: it records its callers. */
export class Listener {
  readonly url: string;
  readonly calls: (string | undefined)[];
  readonly #server: Server;

  private constructor(url: string, calls: (string | undefined)[], server: Server) {
    this.url = url;
    this.calls = calls;
    this.#server = server;
  }

  static async start(): Promise<Listener> {
    const calls: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      calls.push(url);
      response.end();
    });
    return new Listener(`http://127.0.0.1:${await listen(server)}`, calls, server);
  }

  stop(): void {
    this.#server.close();
  }
}
