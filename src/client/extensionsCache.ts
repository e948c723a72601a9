import { isServiceError, isTransportError } from '../contract/errors.ts';
import type { Extensions } from '../contract/extensions.ts';
import type { Clock } from '../util/clock.ts';

/** The time for which an answer is cached. An upgrade of the service is noticed after this time. */
const freshMs = 600_000;
/** Statuses of a service, or of a proxy in front of it, that is temporarily unavailable. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface Known {
  readonly extensions: Extensions;
  /** When the service answered, according to the monotonic clock. */
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

  /** The extensions as last announced; none if they weren't read yet. */
  get known(): Extensions {
    return this.#known?.extensions ?? {};
  }

  /** @throws the service's error if it doesn't answer and no extensions are cached */
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

/** Any complete answer other than an announcement means that the service has no extensions. */
function absentIfRefused(error: unknown): Extensions {
  const isAnswer =
    isServiceError(error) || (isTransportError(error) && error.code !== 'transport.interrupted');
  if (isAnswer && error.status !== undefined && !temporaryStatuses.has(error.status)) return {};
  throw error;
}
