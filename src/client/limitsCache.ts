import type { Entitlements } from '../contract/entitlements.ts';
import { tierLimits, type TierLimits, tierNamed } from '../contract/tiers.ts';
import { untilAborted } from '../util/abort.ts';
import type { Clock } from '../util/clock.ts';

/** Plans change rarely; a submission over a limit that has shrunk is still refused by the service. */
const freshMs = 10 * 60_000;

/** The limits of the caller's tier, asked for at most once at a time and kept for some minutes. */
export class LimitsCache {
  readonly #load: (signal: AbortSignal) => Promise<Entitlements>;
  readonly #clock: Clock;
  #known: { limits: TierLimits; at: number } | undefined;
  #pending: Promise<TierLimits> | undefined;

  constructor(load: (signal: AbortSignal) => Promise<Entitlements>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** The limits as they are known; those known before when the service can't be asked now. */
  async get(signal: AbortSignal): Promise<TierLimits> {
    signal.throwIfAborted();
    if (this.#known && this.#clock.now() - this.#known.at < freshMs) return this.#known.limits;
    // Shared by every job that asks, so no single caller may end it; the client's timeouts do.
    this.#pending ??= this.#ask().finally(() => (this.#pending = undefined));
    try {
      return await untilAborted(this.#pending, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (this.#known) return this.#known.limits;
      throw error;
    }
  }

  async #ask(): Promise<TierLimits> {
    const { tier, planName } = await this.#load(new AbortController().signal);
    // A tier that the document does not list gets the limits that every listed plan but Guest's queue allows.
    const limits = tierLimits[tier ?? tierNamed(planName) ?? 'free'];
    this.#known = { limits, at: this.#clock.now() };
    return limits;
  }
}
