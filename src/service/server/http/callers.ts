import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';

/** The caller of each request, as identified by its key at the start. */
export class Callers {
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  set(request: FastifyRequest, caller: Caller): void {
    this.#callers.set(request, caller);
  }

  /** `undefined` for a request without a valid key. */
  find(request: FastifyRequest): Caller | undefined {
    return this.#callers.get(request);
  }

  /** @throws Error for a request that was admitted without a key */
  of(request: FastifyRequest): Caller {
    const caller = this.find(request);
    if (caller === undefined) throw new Error('A request reached its route without a key.');
    return caller;
  }
}
