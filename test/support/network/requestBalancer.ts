import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { eventually } from '../eventually.ts';
import { listen } from '../http/port.ts';
import { Turns } from './turns.ts';

/** What is one proxy's business, and no other's. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Passes requests on to servers in turn, as a proxy does that knows HTTP: what only asks, and whose server goes away
 * meanwhile, goes to another one. A submission does not, since it may have been accepted.
 */
export class RequestBalancer {
  // An idle connection that is closed here may be the one that a caller takes in that moment.
  readonly #server = http.createServer(
    { requireHostHeader: false, keepAliveTimeout: 0 },
    (request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    },
  );
  readonly #submissions = new Map<string, number>();
  readonly #turns: Turns;
  baseUrl = new URL('http://127.0.0.1');

  private constructor(origins: readonly URL[]) {
    this.#turns = new Turns(origins);
  }

  static async start(origins: readonly URL[]): Promise<RequestBalancer> {
    const balancer = new RequestBalancer(origins);
    balancer.baseUrl = new URL(`http://127.0.0.1:${await listen(balancer.#server)}`);
    return balancer;
  }

  /** Who is there from now on. */
  use(origins: readonly URL[]): void {
    this.#turns.use(origins);
  }

  /** Resolves when no submission is on its way to a server that is there no longer. */
  async quiet({ href }: URL): Promise<void> {
    await eventually(
      () => this.#submissions.get(href) ?? 0,
      (count) => count === 0,
    );
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.method === 'GET' || request.method === 'HEAD') await this.#ask(request, response);
    else await this.#submit(request, response);
  }

  async #ask(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    for (let triesLeft = this.#turns.origins.length; ; triesLeft -= 1) {
      try {
        const asked = this.#request(this.#next(), request).end();
        const [answer]: http.IncomingMessage[] = await once(asked, 'response');
        if (answer === undefined) return;
        const body = await buffer(answer);
        response.writeHead(answer.statusCode ?? 502, passedOn(answer)).end(body);
        return;
      } catch (error) {
        if (triesLeft === 0) throw error;
      }
    }
  }

  async #submit(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const origin = this.#next();
    const count = (more: number): void => {
      this.#submissions.set(origin.href, (this.#submissions.get(origin.href) ?? 0) + more);
    };
    count(1);
    try {
      const passed = request.pipe(this.#request(origin, request));
      // Whoever breaks off what it sends, breaks it off at the server, too.
      request.once('close', () => request.complete || passed.destroy());
      const [answer]: http.IncomingMessage[] = await once(passed, 'response');
      // An early answer may close the connection while there is more to send.
      passed.on('error', () => request.unpipe().resume());
      if (answer === undefined) return;
      response.writeHead(answer.statusCode ?? 502, passedOn(answer)).end(await buffer(answer));
    } finally {
      count(-1);
    }
  }

  #next(): URL {
    const origin = this.#turns.next();
    if (origin === undefined) throw new Error('No server is there.');
    return origin;
  }

  #request(
    { hostname, port }: URL,
    { method, url, headers, socket }: http.IncomingMessage,
  ): http.ClientRequest {
    const { expect: _, connection: __, ...rest } = headers;
    return http.request({
      host: hostname,
      port,
      agent: false,
      method,
      path: url,
      headers: { ...rest, 'x-forwarded-for': socket.remoteAddress ?? '' },
    });
  }
}

function passedOn({ headers }: http.IncomingMessage): http.OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}
