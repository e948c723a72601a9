import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { routes } from '../../src/contract/routes.ts';

export type RequestKind = 'submission' | 'poll' | 'download' | 'announcement' | 'discovery';

/** An observation of the proxy. */
export type ExchangeMoment =
  | 'submissionBegun'
  | 'accepted'
  | 'submissionAnswered'
  | 'polled'
  | 'downloadBegun'
  | 'halfDelivered'
  | 'delivered';

/** A complete answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function kindOf({ method, url = '' }: IncomingMessage): RequestKind {
  if (method === 'POST') return 'submission';
  if (url.endsWith('/download')) return 'download';
  if (url.endsWith(routes.announcement())) return 'announcement';
  return url.includes('/job/') ? 'poll' : 'discovery';
}

/** A request on its way to the service and back, with the faults of a bad network. */
export class Exchange {
  readonly kind: RequestKind;
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  // A destroyed request no longer refers to its socket.
  readonly #socket: Socket;
  readonly #upstream: URL;
  readonly #tell: (moment: ExchangeMoment) => void;
  readonly #witness: (answer: ServiceAnswer, head: Buffer) => void;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    upstream: URL,
    tell: (moment: ExchangeMoment) => void,
    witness: (answer: ServiceAnswer, head: Buffer) => void,
  ) {
    this.kind = kindOf(request);
    this.request = request;
    this.#response = response;
    this.#socket = request.socket;
    this.#upstream = upstream;
    this.#tell = tell;
    this.#witness = witness;
  }

  /** Forwards the request, and resolves to the service's complete answer, even if the client has disconnected. */
  async forward(): Promise<ServiceAnswer> {
    const { outgoing, answered } = this.#open();
    let head = Buffer.alloc(0);
    try {
      for await (const chunk of this.request as AsyncIterable<Buffer>) {
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
    const answer = {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    this.#witness(answer, head);
    return answer;
  }

  /** Breaks the connection on both sides after this share of the body has been forwarded. */
  async resetDuringUpload(share: number): Promise<void> {
    const { outgoing } = this.#open();
    const length = Number(this.request.headers['content-length'] ?? 0);
    let passed = 0;
    for await (const chunk of this.request as AsyncIterable<Buffer>) {
      passed += chunk.length;
      if (passed >= length * share) break;
      outgoing.write(chunk);
    }
    outgoing.destroy();
    this.reset();
  }

  /** Forwards the service's answer. A download comes in two halves, so that a kill can happen between them. */
  async deliver({ status, headers, body }: ServiceAnswer): Promise<void> {
    const { connection: _, ...kept } = headers;
    this.#response.writeHead(status, kept);
    if (this.kind === 'download') {
      this.#response.write(body.subarray(0, body.length / 2));
      this.#tell('halfDelivered');
      await new Promise(setImmediate);
    }
    this.#response.end(this.kind === 'download' ? body.subarray(body.length / 2) : body);
    if (this.kind === 'download') this.#tell('delivered');
    if (this.kind === 'submission') this.#tell('submissionAnswered');
    if (this.kind === 'poll') this.#tell('polled');
  }

  /** Answers in place of the service. The rest of the request is discarded. */
  async answer(
    status: number,
    type: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<void> {
    this.request.resume();
    this.#response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    this.#response.end(body);
  }

  /**
   * Sends the head and half the body of an answer, and then breaks the connection or falls silent, depending on `end`.
   */
  async deliverHalf({ status, headers, body }: ServiceAnswer, end: 'break' | 'stall'): Promise<void> {
    this.#response.writeHead(status, { ...headers, 'content-length': body.length });
    this.#response.write(body.subarray(0, body.length / 2));
    if (this.kind === 'download') this.#tell('halfDelivered');
    if (end === 'break') setTimeout(() => this.drop(), 20);
  }

  drop(): void {
    this.#socket.destroy();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #open(): { outgoing: http.ClientRequest; answered: Promise<IncomingMessage> } {
    const { method = 'GET', url = '/', headers } = this.request;
    const { host: _, ...kept } = headers;
    const answered = Promise.withResolvers<IncomingMessage>();
    // Awaited only by callers that need an answer.
    answered.promise.catch(() => {});
    const outgoing = http.request(new URL(url, this.#upstream), { method, headers: kept, agent: false });
    outgoing.on('response', answered.resolve);
    outgoing.on('error', answered.reject);
    return { outgoing, answered: answered.promise };
  }
}
