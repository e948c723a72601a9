import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';

/** The caller of each request, identified by its key when the request begins. */
export class Callers {
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  set(request: FastifyRequest, caller: Caller): void {
    this.#callers.set(request, caller);
  }

  /** The caller of a request; `undefined` if the request has no valid key. */
  find(request: FastifyRequest): Caller | undefined {
    return this.#callers.get(request);
  }

  /**
   * The caller of a request.
   * @throws Error if the request has no valid key
   */
  of(request: FastifyRequest): Caller {
    const caller = this.find(request);
    if (caller === undefined) throw new Error('The request has no authenticated caller');
    return caller;
  }
}
