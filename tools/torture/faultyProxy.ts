import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../test/support/http/port.ts';
import { Exchange, kindOf, type ExchangeMoment, type RequestKind } from './exchange.ts';
import { commitFault, type FaultName } from './faults.ts';
import type { ServiceObserver } from './serviceObserver.ts';

/** Returns the fault for the n-th request of a kind. */
type FaultPlan = (kind: RequestKind, nth: number) => FaultName | undefined;

/** A proxy between the client and the service that injects faults by a plan, and records accepted requests. */
export class FaultyProxy {
  faults = 0;
  onMoment: (moment: ExchangeMoment) => void = () => {};
  readonly #server: http.Server;
  readonly #upstream: URL;
  readonly #witness: ServiceObserver;
  #plan: FaultPlan = () => undefined;
  #counts = new Map<RequestKind, number>();

  private constructor(upstream: URL, witness: ServiceObserver) {
    this.#upstream = upstream;
    this.#witness = witness;
    this.#server = http.createServer((request, response) => void this.#serve(request, response));
    this.#server.on('connection', (socket) => socket.on('error', () => {}));
  }

  static async start(
    upstream: URL,
    witness: ServiceObserver,
  ): Promise<{ proxy: FaultyProxy; baseUrl: string }> {
    const proxy = new FaultyProxy(upstream, witness);
    return { proxy, baseUrl: `http://127.0.0.1:${await listen(proxy.#server)}` };
  }

  /** Starts counting requests from 0, and injects faults by this plan. */
  follow(plan: FaultPlan): void {
    this.#plan = plan;
    this.#counts = new Map();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = kindOf(request);
    const nth = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, nth + 1);
    const tell = (moment: ExchangeMoment): void => this.onMoment(moment);
    const exchange = new Exchange(request, response, this.#upstream, tell, (answer, head) => {
      if (this.#witness.note(request, head, answer)) tell('accepted');
    });
    if (kind === 'submission') tell('submissionBegun');
    if (kind === 'download') tell('downloadBegun');
    const fault = this.#plan(kind, nth);
    try {
      if (fault === undefined) await exchange.deliver(await exchange.forward());
      else {
        this.faults += 1;
        await commitFault(fault, exchange);
      }
    } catch {
      // The client was killed or gave up, so nobody waits for the answer.
      exchange.drop();
    }
  }
}
