import type { Entitlements } from '../contract/entitlements.ts';

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
export function windowStart(entitlements: Entitlements | undefined, now: number): number {
  const date = new Date(now);
  const day = entitlements?.tier === 'pro' ? 1 : date.getUTCDate();
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
}

function spentSince(facts: WalletFacts, since: number): number {
  return facts.spends.filter((spend) => spend.at > since).reduce((sum, spend) => sum + spend.credits, 0);
}
