import * as z from 'zod/mini';
import { type Entitlements } from '../contract/entitlements.ts';
import { isTransportError } from '../contract/errors.ts';
import { isAbortError } from '../util/abort.ts';
import type { Clock } from '../util/clock.ts';
import { type Disposable } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { type Balance, balanceOf, type WalletFacts, windowStart } from './balance.ts';

/** Refreshes within this time become one, far below the 300 a minute that are allowed (api.md, Limits 3). */
const coalesceMs = 3000;

const storedSchema = z.object({
  account: z.string(),
  refusal: z.optional(z.object({ available: z.number(), at: z.number() })),
  spends: z.array(z.object({ job: z.optional(z.string()), credits: z.number(), at: z.number() })),
});

export interface WalletOptions {
  /** Asks the service for the entitlements of the key; `undefined` when there is no key. */
  readonly load: () => Promise<Entitlements | undefined>;
  /** What the wallet belongs to: the origin of the service. */
  readonly account: () => string;
  readonly store: KeyValueStore;
  readonly clock: Clock;
}

/** What a job cost. */
export interface JobCharge {
  /** The job's identifier at the service. */
  readonly job: string;
  readonly credits: number;
  /** When the service took them, in milliseconds since the epoch. */
  readonly at: number;
}

/** The one credit wallet of all the tools, as far as this client can know it (api.md, Service 3). */
export class Wallet implements Disposable {
  readonly #options: WalletOptions;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  #entitlements: Entitlements | undefined;
  #askedAt = 0;
  #isUnanswered = false;
  #timer: Disposable | undefined;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  get entitlements(): Entitlements | undefined {
    return this.#entitlements;
  }

  /** Whether jobs cost credits: so unless the service has said that they don't. */
  get charges(): boolean {
    return this.#entitlements?.charges ?? true;
  }

  /** Whether the service could not be reached when it was asked last. */
  get isUnanswered(): boolean {
    return this.#isUnanswered;
  }

  balance(): Balance {
    return balanceOf(this.#facts(), this.#options.clock.now());
  }

  /**
   * Asks the service now.
   * @throws what the service answered.
   */
  async refresh(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    const askedAt = this.#options.clock.now();
    try {
      this.#entitlements = await this.#options.load();
    } catch (error) {
      this.#isUnanswered = isTransportError(error) || isAbortError(error);
      if (this.#isUnanswered) this.#changes.fire();
      throw error;
    }
    this.#isUnanswered = false;
    this.#askedAt = askedAt;
    this.#changes.fire();
  }

  /** Asks the service soon, once for all calls of the next seconds. A failure leaves what is known. */
  refreshSoon(): void {
    this.#timer ??= this.#options.clock.schedule(coalesceMs, () => {
      this.#timer = undefined;
      this.refresh().catch(() => undefined);
    });
  }

  /**
   * Notes what a job has cost in all so far. It may be told again and again: only the difference to what is known counts,
   * which is negative for credits that were given back.
   */
  async charged({ job, credits, at }: JobCharge): Promise<void> {
    const now = this.#options.clock.now();
    const facts = this.#facts();
    const start = windowStart(this.#entitlements, now);
    if (at < start) return;
    const counted = facts.spends.filter((spend) => spend.job === job);
    const news = counted.reduce((left, spend) => left - spend.credits, credits);
    if (news === 0) return;
    const spends = [...facts.spends.filter((spend) => spend.at >= start), { job, credits: news, at: now }];
    await this.#save({ ...facts, spends });
    this.refreshSoon();
  }

  /** Notes the `Available` of a refusal (api.md, Errors 3). */
  async refused(available: number): Promise<void> {
    const facts = this.#facts();
    await this.#save({ ...facts, refusal: { available, at: this.#options.clock.now() } });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#changes.dispose();
  }

  #facts(): WalletFacts {
    const parsed = storedSchema.safeParse(this.#options.store.get(storeKey));
    const known = parsed.success && parsed.data.account === this.#options.account() ? parsed.data : undefined;
    return {
      entitlements: this.#entitlements,
      askedAt: this.#askedAt,
      refusal: known?.refusal,
      spends: known?.spends ?? [],
    };
  }

  async #save({ refusal, spends }: WalletFacts): Promise<void> {
    await this.#options.store.update(storeKey, { account: this.#options.account(), refusal, spends });
    this.#changes.fire();
  }
}

const storeKey = 'wallet';
