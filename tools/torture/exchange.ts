import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type RequestKind = 'submission' | 'poll' | 'download' | 'discovery';

/** An observation of the proxy or a window. */
export type Moment =
  | 'restored'
  | 'added'
  | 'submissionBegun'
  | 'accepted'
  | 'submissionAnswered'
  | 'polled'
  | 'downloadBegun'
  | 'halfDelivered'
  | 'delivered';

/** A whole answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function kindOf({ method, url = '' }: IncomingMessage): RequestKind {
  if (method === 'POST') return 'submission';
  if (url.endsWith('/download')) return 'download';
  return url.includes('/job/') ? 'poll' : 'discovery';
}

/** One request on its way to the service and back, with the faults of a bad network. */
export class Exchange {
  readonly kind: RequestKind;
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  // The request lets go of it once it is destroyed.
  readonly #socket: Socket;
  readonly #upstream: URL;
  readonly #tell: (moment: Moment) => void;
  readonly #witness: (answer: ServiceAnswer, head: Buffer) => void;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    upstream: URL,
    tell: (moment: Moment) => void,
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

  /** Hands the request on and resolves to the service's whole answer, also when the client has gone meanwhile. */
  async forward(): Promise<ServiceAnswer> {
    const { outgoing, answered } = this.#open();
    let head = Buffer.alloc(0);
    try {
      for await (const chunk of this.request as AsyncIterable<Buffer>) {
        if (head.length < 4096) head = Buffer.concat([head, chunk]);
        outgoing.write(chunk);
      }
    } catch (error) {
      // The client went in the midst of its upload: so does its request to the service.
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

  /** Breaks the connection on both sides once a share of the body has been handed on. */
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

  /** The service's answer as it came; a download in two halves, so that a kill can come between them. */
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

  /** An answer that the service never gave. The rest of the request is read and forgotten. */
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

  /** The head and half the body of an answer, then a broken connection or silence, as `end` says. */
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
    // Only awaited by callers that need an answer.
    answered.promise.catch(() => {});
    const outgoing = http.request(new URL(url, this.#upstream), { method, headers: kept, agent: false });
    outgoing.on('response', answered.resolve);
    outgoing.on('error', answered.reject);
    return { outgoing, answered: answered.promise };
  }
}
