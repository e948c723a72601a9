import { isServiceError, isTransportError } from '../contract/errors.ts';
import type { Extensions } from '../contract/extensions.ts';
import type { Clock } from '../util/clock.ts';

/** A service that is upgraded is noticed after this time. */
const freshMs = 600_000;
/** Answers of a service, or of a proxy before it, that is unavailable for a moment. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface Known {
  readonly extensions: Extensions;
  /** On the clock's monotonic time. */
  readonly at: number;
}

/** The extensions that a service announces, with a cache. */
export class ExtensionsCache {
  readonly #load: (signal: AbortSignal) => Promise<Extensions>;
  readonly #clock: Clock;
  #known: Known | undefined;

  constructor(load: (signal: AbortSignal) => Promise<Extensions>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** @throws the service's error if nobody can know what it offers */
  async get(signal: AbortSignal): Promise<Extensions> {
    if (this.#known && this.#clock.monotonic() - this.#known.at < freshMs) return this.#known.extensions;
    try {
      const extensions = await this.#load(signal).catch(absentIfRefused);
      this.#known = { extensions, at: this.#clock.monotonic() };
      return extensions;
    } catch (error) {
      signal.throwIfAborted();
      if (this.#known) return this.#known.extensions;
      throw error;
    }
  }
}

/** Any complete answer other than an announcement means that the service has none. */
function absentIfRefused(error: unknown): Extensions {
  const isAnswer =
    isServiceError(error) || (isTransportError(error) && error.code !== 'transport.interrupted');
  if (isAnswer && error.status !== undefined && !temporaryStatuses.has(error.status)) return {};
  throw error;
}
