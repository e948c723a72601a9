import type { Entitlements } from '../contract/entitlements.ts';

/** Credits left, and how well that is known. */
export type Balance =
  /** The service said so. */
  | { readonly kind: 'exact'; readonly credits: number }
  /** Worked out from what is known; other clients of the same key may have spent more. */
  | { readonly kind: 'estimated'; readonly credits: number }
  | { readonly kind: 'unknown' }
  /** Nothing is charged, so that there is nothing to be left. */
  | { readonly kind: 'uncharged' };

/** What this client learned about a wallet. */
export interface WalletFacts {
  readonly entitlements: Entitlements | undefined;
  /** When the service was asked for the entitlements. */
  readonly askedAt: number;
  /** `Available` of the last refusal for want of credits, with the time it came. */
  readonly refusal: { readonly available: number; readonly at: number } | undefined;
  /** Credits that this client saw spent, with the time of each. */
  readonly spends: readonly {
    readonly job?: string | undefined;
    readonly credits: number;
    readonly at: number;
  }[];
}

/**
 * The balance as the client can know it: what the service said last, in an answer or a refusal, less what was spent since;
 * else the plan's credits less what was spent in the window (api.md, Limits 1). A window is taken to be a
 * calendar day or month in UTC, which is a guess (api.md, Left open).
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

/** Never more than the plan has: credits that a failed job gives back may have been spent in the window before. */
function estimated(credits: number, total = Number.POSITIVE_INFINITY): Balance {
  return { kind: 'estimated', credits: Math.max(0, Math.min(credits, total)) };
}

/** When the window that the tier's credits are for began (api.md, Limits 1). */
export function windowStart(entitlements: Entitlements | undefined, now: number): number {
  const date = new Date(now);
  const day = entitlements?.tier === 'pro' ? 1 : date.getUTCDate();
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
}

function spentSince(facts: WalletFacts, since: number): number {
  return facts.spends.filter((spend) => spend.at > since).reduce((sum, spend) => sum + spend.credits, 0);
}
