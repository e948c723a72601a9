import type { Entitlements } from '../contract/entitlements.ts';
import { isServiceError, isTransportError, isShapeError } from '../contract/errors.ts';
import type { Extensions } from '../contract/extensions.ts';
import { type TierLimits, tierLimits, tierNamed, unknownPlanLimits } from '../contract/tiers.ts';
import { untilAborted } from '../util/abort.ts';
import type { Clock } from '../util/clock.ts';

/** The time for which an answer is cached. An upgrade of the service is noticed after this time. */
const extensionsFreshMs = 600_000;
/** Statuses of a service, or of a proxy in front of it, that is temporarily unavailable. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface KnownExtensions {
  readonly extensions: Extensions;
  /** When the service answered, according to the monotonic clock. */
  readonly at: number;
}

/** The extensions that a service announces, with a cache. */
export class ExtensionsCache {
  readonly #load: (signal: AbortSignal) => Promise<Extensions>;
  readonly #clock: Clock;
  #known: KnownExtensions | undefined;

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
    if (this.#known && this.#clock.monotonic() - this.#known.at < extensionsFreshMs)
      return this.#known.extensions;
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

/** Plans change rarely, and a job that exceeds cached limits triggers a fresh request. */
const limitsFreshMs = 60_000;

interface LimitsCacheOptions {
  readonly load: (signal: AbortSignal) => Promise<Entitlements>;
  readonly apiKey: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Logs a line, which contains no secrets. */
  readonly log: (message: string) => void;
}

interface KnownLimits {
  readonly key: string | undefined;
  readonly limits: TierLimits;
  readonly charges: boolean;
  /** When the service answered, according to the monotonic clock. */
  readonly at: number;
}

/** The plan limits of a key, cached for one minute. Only one request runs at a time. */
export class LimitsCache {
  readonly #options: LimitsCacheOptions;
  #known: KnownLimits | undefined;
  #pending: { readonly key: string | undefined; readonly limits: Promise<TierLimits> } | undefined;

  constructor(options: LimitsCacheOptions) {
    this.#options = options;
  }

  /** True if jobs cost credits, according to the service's last answer or by default. */
  get charges(): boolean {
    return this.#known?.charges ?? true;
  }

  /**
   * The cached limits, or with `refresh` the current ones. If the service answers without reporting the plan, returns the
   * limits for an unknown plan, and logs that.
   * @throws the service's error if it can't be reached or refuses the key, and no limits of this key are cached
   */
  async get(signal: AbortSignal, { refresh = false } = {}): Promise<TierLimits> {
    signal.throwIfAborted();
    const key = await this.#options.apiKey();
    const known = this.#known?.key === key ? this.#known : undefined;
    if (!refresh && known && this.#options.clock.monotonic() - known.at < limitsFreshMs) return known.limits;
    try {
      return await untilAborted(this.#ask(key), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (known) return known.limits;
      throw error;
    }
  }

  /** Stores entitlements that another request has just read. */
  async note(entitlements: Entitlements): Promise<void> {
    this.#keep(await this.#options.apiKey(), entitlements);
  }

  /** Several jobs share one request, so no caller's signal can cancel it; only the client's timeouts do. */
  #ask(key: string | undefined): Promise<TierLimits> {
    if (this.#pending?.key === key && this.#pending) return this.#pending.limits;
    const limits = this.#load(key);
    const pending = { key, limits };
    this.#pending = pending;
    const over = (): void => {
      if (this.#pending === pending) this.#pending = undefined;
    };
    limits.then(over, over);
    return limits;
  }

  async #load(key: string | undefined): Promise<TierLimits> {
    const { load, log } = this.#options;
    try {
      return this.#keep(key, await load(new AbortController().signal));
    } catch (error) {
      if (!isSilentOnPlan(error) || this.#known?.key === key) throw error;
      log(`The plan is unknown, so only a few jobs are sent at a time: ${error.message}`);
      return this.#keep(key, undefined);
    }
  }

  #keep(key: string | undefined, entitlements: Entitlements | undefined): TierLimits {
    const limits = entitlements === undefined ? unknownPlanLimits : limitsOf(entitlements);
    const charges = entitlements?.charges ?? true;
    this.#known = { key, limits, charges, at: this.#options.clock.monotonic() };
    return limits;
  }
}

function limitsOf({ tier, planName }: Entitlements): TierLimits {
  const named = tier ?? tierNamed(planName);
  return named === undefined ? unknownPlanLimits : tierLimits[named];
}

/** True if the service answered and accepted the key, but didn't report the plan. */
function isSilentOnPlan(error: unknown): error is Error {
  if (isServiceError(error)) return error.status !== 401 && !error.code.startsWith('api_key.');
  if (isTransportError(error))
    return error.status !== undefined && error.status >= 400 && error.status !== 401;
  return isShapeError(error);
}
