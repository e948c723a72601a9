import os from 'node:os';
import { tierLimits, type TierLimits, type TierName } from '../contract/tiers.ts';

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

const gibibyte = 1024 ** 3;
/** Memory that converting a large photo takes, including some for the system. */
const bytesPerJob = 2 * gibibyte;

/**
 * Limits of the local service, which depend on the computer's processors and memory. The service and the extension both
 * use them.
 */
export const localLimits: TierLimits = {
  maxFileBytes: 2 * gibibyte,
  maxBatchFiles: 10_000,
  maxParallelJobs: Math.max(
    1,
    Math.min(4, os.availableParallelism(), Math.floor(computerMemory() / bytesPerJob)),
  ),
  maxQueuedJobs: 10_000,
};

/**
 * Memory available to this process in bytes: that of the computer, or of its container if that is less. Outside a
 * container, `constrained` is 0 or huge.
 */
export function computerMemory(total = os.totalmem(), constrained = process.constrainedMemory()): number {
  return constrained === 0 ? total : Math.min(total, constrained);
}
