import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { routes } from '../../src/contract/routes.ts';
import { listen } from '../../test/support/http/port.ts';
import { sha256, type Witness } from './audit.ts';
import { type FaultName, faults } from './faults.ts';

export type RequestKind = 'submission' | 'poll' | 'download' | 'announcement' | 'discovery';

/** An observation of the proxy: a request arrives, its answer is half and then completely sent, or a job is accepted. */
export type ExchangeMoment = `${RequestKind}${'Begun' | 'Half' | 'Done'}` | 'accepted';

/** A complete answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Returns the fault of the n-th request of a kind, counted from 0. */
type FaultPlan = (kind: RequestKind, nth: number) => FaultName | undefined;

/**
 * A proxy between the client and the service that injects faults by a plan. It observes the service's actions
 * independently of clients and journals.
 */
export class FaultyProxy implements Witness {
  faults = 0;
  onMoment: (moment: ExchangeMoment) => void = () => {};
  baseUrl = '';
  readonly upstream: URL;
  #plan: FaultPlan = () => undefined;
  #counts = new Map<RequestKind, number>();
  readonly #accepted = new Map<string, Set<string>>();
  readonly #delivered = new Map<string, Set<string>>();
  readonly #refunded = new Set<string>();
  readonly #server = http.createServer((request, response) => {
    void this.#serve(new Exchange(this, request, response));
  });

  private constructor(upstream: URL) {
    this.upstream = upstream;
    this.#server.on('connection', (socket) => socket.on('error', () => {}));
  }

  static async start(upstream: URL): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(upstream);
    proxy.baseUrl = `http://127.0.0.1:${await listen(proxy.#server)}`;
    return proxy;
  }

  /** Starts counting requests from 0, and injects faults by this plan. */
  follow(plan: FaultPlan): void {
    this.#plan = plan;
    this.#counts = new Map();
  }

  /** Records an answer of the service. `head` is the beginning of the request's body. */
  note({ kind, url }: Exchange, head: Buffer, { status, body }: ServiceAnswer): void {
    if (status >= 300) return;
    const id = /\/job\/([^/]+)/.exec(url)?.[1] ?? '';
    if (kind === 'submission') {
      const name = /filename="([^"]+)"/.exec(head.toString('latin1'))?.[1] ?? '';
      this.#accepted.set(name, (this.#accepted.get(name) ?? new Set()).add(JSON.parse(body.toString()).id));
      this.onMoment('accepted');
    } else if (kind === 'download')
      this.#delivered.set(id, (this.#delivered.get(id) ?? new Set()).add(sha256(body)));
    else if (kind === 'poll' && JSON.parse(body.toString()).status === 'Failed') this.#refunded.add(id);
  }

  acceptedOf(fileName: string): readonly string[] {
    return [...(this.#accepted.get(fileName) ?? [])];
  }

  mayEnd(fileName: string): boolean {
    return this.acceptedOf(fileName).every((id) => this.#refunded.has(id));
  }

  isOutputOf(fileName: string, hash: string): boolean {
    return this.acceptedOf(fileName).some((id) => this.#delivered.get(id)?.has(hash));
  }

  /** The number of submissions that were accepted and not refunded. */
  get charged(): number {
    const ids = [...this.#accepted.values()].flatMap((all) => [...all]);
    return ids.filter((id) => !this.#refunded.has(id)).length;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(exchange: Exchange): Promise<void> {
    const { kind } = exchange;
    const nth = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, nth + 1);
    this.onMoment(`${kind}Begun`);
    const fault = this.#plan(kind, nth);
    if (fault !== undefined) this.faults += 1;
    try {
      await (fault === undefined ? exchange.deliver(await exchange.forward()) : faults[fault](exchange));
    } catch {
      // The client was killed or gave up, so nobody waits for the answer.
      exchange.socket.destroy();
    }
  }
}

/** A request on its way to the service and back, with the faults of a bad network. */
export class Exchange {
  readonly kind: RequestKind;
  readonly url: string;
  /** A destroyed request no longer refers to it. */
  readonly socket: Socket;
  readonly #proxy: FaultyProxy;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(proxy: FaultyProxy, request: IncomingMessage, response: ServerResponse) {
    this.url = request.url ?? '/';
    this.kind = kindOf(this.url, request.method);
    this.socket = request.socket;
    this.#proxy = proxy;
    this.#request = request;
    this.#response = response;
  }

  /** Forwards the request, and resolves to the service's complete answer, even if the client has disconnected. */
  async forward(): Promise<ServiceAnswer> {
    const { outgoing, answered } = this.#open();
    let head = Buffer.alloc(0);
    try {
      for await (const chunk of this.#request as AsyncIterable<Buffer>) {
        if (head.length < 4096) head = Buffer.concat([head, chunk]);
        outgoing.write(chunk);
      }
    } catch (error) {
      // The client disconnected during its upload, so the request to the service is aborted, too.
      outgoing.destroy();
      throw error;
    }
    outgoing.end();
    const incoming = await answered;
    const { statusCode: status = 0, headers } = incoming;
    const answer = { status, headers, body: await buffer(incoming) };
    this.#proxy.note(this, head, answer);
    return answer;
  }

  /** Breaks the connection on both sides after this share of the body has been forwarded. */
  async resetDuringUpload(share: number): Promise<void> {
    const { outgoing } = this.#open();
    const length = Number(this.#request.headers['content-length'] ?? 0);
    let passed = 0;
    for await (const chunk of this.#request as AsyncIterable<Buffer>) {
      passed += chunk.length;
      if (passed >= length * share) break;
      outgoing.write(chunk);
    }
    outgoing.destroy();
    this.socket.resetAndDestroy();
  }

  /** Forwards the service's answer in two halves, so that a kill can happen between them. */
  async deliver(answer: ServiceAnswer): Promise<void> {
    this.deliverHalf(answer);
    await new Promise(setImmediate);
    this.#response.end(answer.body.subarray(answer.body.length / 2));
    this.#proxy.onMoment(`${this.kind}Done`);
  }

  /** Sends the head and half the body of an answer, and then nothing more. */
  deliverHalf({ status, headers, body }: ServiceAnswer): void {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    this.#response.writeHead(status, { ...kept, 'content-length': body.length });
    this.#response.write(body.subarray(0, body.length / 2));
    this.#proxy.onMoment(`${this.kind}Half`);
  }

  /** Answers in place of the service. The rest of the request is discarded. */
  answer(status: number, type: string, body: string, headers: Record<string, string> = {}): void {
    this.#request.resume();
    this.#response.writeHead(status, { 'content-type': type, ...headers });
    this.#response.end(body);
  }

  #open(): { outgoing: http.ClientRequest; answered: Promise<IncomingMessage> } {
    const { method, headers } = this.#request;
    const { host: _, ...kept } = headers;
    const answered = Promise.withResolvers<IncomingMessage>();
    // Awaited only by callers that need an answer.
    answered.promise.catch(() => {});
    const url = new URL(this.url, this.#proxy.upstream);
    const outgoing = http.request(url, { ...(method && { method }), headers: kept, agent: false });
    outgoing.on('response', answered.resolve);
    outgoing.on('error', answered.reject);
    return { outgoing, answered: answered.promise };
  }
}

function kindOf(url: string, method: string | undefined): RequestKind {
  if (method === 'POST') return 'submission';
  if (url.endsWith('/download')) return 'download';
  if (url.endsWith(routes.announcement())) return 'announcement';
  return url.includes('/job/') ? 'poll' : 'discovery';
}
