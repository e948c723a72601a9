import * as z from 'zod/mini';
import type { Entitlements } from '../contract/entitlements.ts';
import { isTransportError } from '../contract/errors.ts';
import { isAbortError } from '../util/abort.ts';
import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../util/clock.ts';
import type { Disposable } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';

/**
 * Refreshes within this time are combined into one request, which stays far below 300 per minute (api.md, Limits 3).
 */
const coalesceMs = 3000;

const storedSchema = z.object({
  keyId: z.string(),
  refusal: z.optional(z.object({ available: z.number(), at: z.number() })),
  spends: z.array(z.object({ job: z.optional(z.string()), credits: z.number(), at: z.number() })),
});

interface WalletOptions {
  /** Requests the entitlements of the key; `undefined` if there is no key. */
  readonly load: () => Promise<Entitlements | undefined>;
  readonly store: KeyValueStore;
  readonly clock: Clock;
}

/** What a job has cost. */
interface JobCharge {
  /** The job's identifier at the service. */
  readonly job: string;
  readonly credits: number;
  /** The time of the charge, in milliseconds since the epoch. */
  readonly at: number;
}

/** The wallet of credits that all tools share, as far as this client knows it (api.md, Service 3). */
export class KnownWallet implements Disposable {
  readonly #options: WalletOptions;
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  #keyId: string | undefined;
  #entitlements: Entitlements | undefined;
  #askedAt = 0;
  #isUnanswered = false;
  #timer: Disposable | undefined;

  constructor(options: WalletOptions) {
    this.#options = options;
  }

  /** The id of the key that the wallet belongs to. */
  get keyId(): string | undefined {
    return this.#keyId;
  }

  get entitlements(): Entitlements | undefined {
    return this.#entitlements;
  }

  /** True if jobs cost credits, which is the default. */
  get charges(): boolean {
    return this.#entitlements?.charges ?? true;
  }

  /** True if the last request couldn't reach the service. */
  get isUnanswered(): boolean {
    return this.#isUnanswered;
  }

  balance(): Balance {
    return balanceOf(this.#facts(), this.#options.clock.now());
  }

  /** Changes to the wallet of another key, about which nothing is known yet. True if that is another one than before. */
  use(keyId: string | undefined): boolean {
    if (keyId === this.#keyId) return false;
    this.#keyId = keyId;
    this.#entitlements = undefined;
    this.#isUnanswered = false;
    this.#changes.fire();
    return true;
  }

  /**
   * Asks the service now.
   * @throws the service's error
   */
  async refresh(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    const askedAt = this.#options.clock.now();
    const keyId = this.#keyId;
    let entitlements: Entitlements | undefined;
    try {
      entitlements = await this.#options.load();
    } catch (error) {
      this.#isUnanswered = isTransportError(error) || isAbortError(error);
      if (this.#isUnanswered) this.#changes.fire();
      throw error;
    }
    // The answer may be about the previous key.
    if (keyId !== this.#keyId) return this.refresh();
    this.#entitlements = entitlements;
    this.#isUnanswered = false;
    this.#askedAt = askedAt;
    this.#changes.fire();
  }

  /**
   * Asks the service soon, with one request for all calls within a few seconds. After a failure, the known numbers
   * stay.
   */
  refreshSoon(): void {
    this.#timer ??= this.#options.clock.schedule(coalesceMs, () => {
      this.#timer = undefined;
      this.refresh().catch(() => undefined);
    });
  }

  /**
   * Records a job's total cost so far. Only the difference to the last recorded cost counts, which is negative for a
   * refund, so calls can be repeated.
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

  /** Records the available credits that a refusal states (api.md, Errors 3). */
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
    const known = parsed.success && parsed.data.keyId === this.#keyId ? parsed.data : undefined;
    return {
      entitlements: this.#entitlements,
      askedAt: this.#askedAt,
      refusal: known?.refusal,
      spends: known?.spends ?? [],
    };
  }

  async #save({ refusal, spends }: WalletFacts): Promise<void> {
    if (this.#keyId === undefined) return;
    await this.#options.store.update(storeKey, { keyId: this.#keyId, refusal, spends });
    this.#changes.fire();
  }
}

const storeKey = 'wallet';

/** The number of credits left, and its certainty. */
export type Balance =
  /** The service reported the number. */
  | { readonly kind: 'exact'; readonly credits: number }
  /** The number was calculated. Other clients with the same key may have spent more. */
  | { readonly kind: 'estimated'; readonly credits: number }
  | { readonly kind: 'unknown' }
  /** The service charges nothing. */
  | { readonly kind: 'uncharged' };

/** The facts that this client knows about a wallet. */
export interface WalletFacts {
  readonly entitlements: Entitlements | undefined;
  /** The time when the entitlements were requested. */
  readonly askedAt: number;
  /** The available credits that the last refusal stated, and its time. */
  readonly refusal: { readonly available: number; readonly at: number } | undefined;
  /** The credits that this client knows were spent, each with its time. */
  readonly spends: readonly {
    readonly job?: string | undefined;
    readonly credits: number;
    readonly at: number;
  }[];
}

/**
 * The balance as far as the client knows it: the last number that the service reported, in an answer or a refusal,
 * minus later spending. Without one, the plan's credits minus the spending in the current window (api.md, Limits 1).
 * The window is assumed to be a calendar day or month in UTC (api.md, Left open).
 */
export function balanceOf(facts: WalletFacts, now: number): Balance {
  const { entitlements, askedAt } = facts;
  if (entitlements?.charges === false) return { kind: 'uncharged' };
  const start = windowStart(entitlements, now);
  const refusal = facts.refusal !== undefined && facts.refusal.at >= start ? facts.refusal : undefined;
  const total = entitlements?.totalCredits;
  if (entitlements?.balance !== undefined && (refusal === undefined || refusal.at <= askedAt)) {
    const { balance } = entitlements;
    const isStill = facts.spends.every((spend) => spend.at <= askedAt);
    return isStill
      ? { kind: 'exact', credits: balance }
      : estimated(balance - spentSince(facts, askedAt), total);
  }
  if (refusal !== undefined) return estimated(refusal.available - spentSince(facts, refusal.at), total);
  return total === undefined ? { kind: 'unknown' } : estimated(total - spentSince(facts, start), total);
}

/**
 * An estimate of at most the plan's credits, because a failed job may refund credits that were spent in the previous
 * window.
 */
function estimated(credits: number, total = Number.POSITIVE_INFINITY): Balance {
  return { kind: 'estimated', credits: Math.max(0, Math.min(credits, total)) };
}

/** The start of the current window, after which the tier's credits renew (api.md, Limits 1). */
function windowStart(entitlements: Entitlements | undefined, now: number): number {
  const date = new Date(now);
  const day = entitlements?.tier === 'pro' ? 1 : date.getUTCDate();
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
}

function spentSince(facts: WalletFacts, since: number): number {
  return facts.spends.filter((spend) => spend.at > since).reduce((sum, spend) => sum + spend.credits, 0);
}

/** Reports each network job's cost to the wallet of its key, and the available credits that a refusal states. */
export function trackCredits(jobs: Jobs, wallet: KnownWallet): Disposable {
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    if (kind !== 'removed') noteCharges(changed, wallet);
    // A restored job may still contain a refusal from the last session, so only changes count.
    if (kind === 'changed') for (const job of changed) noteAvailableCredits(job, wallet);
  });
}

/** Reports the costs of jobs again, for a wallet that didn't know its key yet. */
export function noteCharges(jobs: readonly Job[], wallet: KnownWallet): void {
  for (const { service, charge } of jobs) {
    if (service !== 'network' || charge === undefined || charge.remote.keyId !== wallet.keyId) continue;
    void wallet.charged({ job: charge.remote.jobId, credits: charge.credits, at: charge.at });
  }
}

function noteAvailableCredits({ service, keyId, state }: Job, wallet: KnownWallet): void {
  if (service !== 'network' || keyId !== wallet.keyId) return;
  if (state.name === 'needsCredits' && state.available !== undefined) void wallet.refused(state.available);
}
