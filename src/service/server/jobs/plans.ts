import { tierLimits, type TierLimits, type TierName } from '../../../contract/tiers.ts';
import { localLimits } from '../../localLimits.ts';

/** The caller's entitlements. The properties are named as in the entitlements record. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  /** The plan's limits. Without `credits`, nothing is charged. */
  readonly limits: TierLimits;
}

const tiers: Readonly<Record<TierName, string>> = { guest: 'Guest', free: 'Free', pro: 'Pro' };

/** The plan of a tier. `allowance` replaces the credits per window. */
export function networkPlan(id: TierName, allowance?: number): Plan {
  const limits = tierLimits[id];
  const credits =
    limits.credits && allowance !== undefined ? { ...limits.credits, amount: allowance } : limits.credits;
  return { id, name: tiers[id], tier: tiers[id], limits: { ...limits, ...(credits ? { credits } : {}) } };
}

/** The plan of the local service inside the extension: no credits, and limits that depend on the computer. */
export const localPlan: Plan = { id: 'local', name: 'This computer', tier: 'Local', limits: localLimits };
