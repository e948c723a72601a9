import type { Entitlements } from '../contract/entitlements.ts';
import { isServiceError, isShapeError, isTransportError } from '../contract/errors.ts';
import { type TierLimits, tierLimits, tierNamed, unknownPlanLimits } from '../contract/tiers.ts';
import { untilAborted } from '../util/abort.ts';
import type { Clock } from '../util/clock.ts';

/** Plans change rarely, and what would be refused by the limits is asked for anew. */
const freshMs = 60_000;

interface LimitsCacheOptions {
  readonly load: (signal: AbortSignal) => Promise<Entitlements>;
  readonly apiKey: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Takes a line without secrets. */
  readonly log: (message: string) => void;
}

interface Known {
  readonly key: string | undefined;
  readonly limits: TierLimits;
  readonly charges: boolean;
  /** On the clock's monotonic time. */
  readonly at: number;
}

/** The limits of the plan that a key has, asked for at most once at a time and kept for a minute. */
export class LimitsCache {
  readonly #options: LimitsCacheOptions;
  #known: Known | undefined;
  #pending: { readonly key: string | undefined; readonly limits: Promise<TierLimits> } | undefined;

  constructor(options: LimitsCacheOptions) {
    this.#options = options;
  }

  /** Whether jobs cost credits, by what the service said last; they do where it has said nothing. */
  get charges(): boolean {
    return this.#known?.charges ?? true;
  }

  /**
   * The limits as they are known, or with `anew` as the service says now. A service that can be reached but does not tell
   * the plan is not a reason to do nothing: the limits for an unknown plan hold, and the log says so.
   * @throws what the service answered where it can't be reached or refuses the key, and no limits of this key are known
   */
  async get(signal: AbortSignal, { anew = false } = {}): Promise<TierLimits> {
    signal.throwIfAborted();
    const key = await this.#options.apiKey();
    const known = this.#known?.key === key ? this.#known : undefined;
    if (!anew && known && this.#options.clock.monotonic() - known.at < freshMs) return known.limits;
    try {
      return await untilAborted(this.#ask(key), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (known) return known.limits;
      throw error;
    }
  }

  /** Takes over what somebody else has just learned of the plan. */
  async note(entitlements: Entitlements): Promise<void> {
    this.#keep(await this.#options.apiKey(), entitlements);
  }

  /** Shared by every job that asks, so no single caller may end it; the client's timeouts do. */
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
      log(`The plan is not known, so few jobs are sent at a time: ${error.message}`);
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

/** Whether the service answered, accepts the key, and yet does not tell the plan. */
function isSilentOnPlan(error: unknown): error is Error {
  if (isServiceError(error)) return error.status !== 401 && !error.code.startsWith('api_key.');
  if (isTransportError(error))
    return error.status !== undefined && error.status >= 400 && error.status !== 401;
  return isShapeError(error);
}
