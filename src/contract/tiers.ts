import { bytesPerMegabyte } from './dialect.ts';

/** The tiers of the network (api.md, Limits 1). */
export type TierName = 'guest' | 'free' | 'pro';

/** The limits of a tier; `credits` is absent if nothing is charged. */
export interface TierLimits {
  readonly maxFileBytes: number;
  readonly maxBatchFiles: number;
  readonly maxParallelJobs: number;
  readonly maxQueuedJobs: number;
  readonly credits?: { readonly amount: number; readonly window: 'day' | 'month' };
}

const megabyte = bytesPerMegabyte.write;

/** The limits of each tier (api.md, Limits 1). */
export const tierLimits: Readonly<Record<TierName, TierLimits>> = {
  guest: {
    maxFileBytes: 50 * megabyte,
    maxBatchFiles: 50,
    maxParallelJobs: 3,
    maxQueuedJobs: 100,
    credits: { amount: 50, window: 'day' },
  },
  free: {
    maxFileBytes: 50 * megabyte,
    maxBatchFiles: 50,
    maxParallelJobs: 3,
    maxQueuedJobs: 200,
    credits: { amount: 50, window: 'day' },
  },
  pro: {
    maxFileBytes: 1024 * megabyte,
    maxBatchFiles: 1000,
    maxParallelJobs: 6,
    maxQueuedJobs: 1000,
    credits: { amount: 12_000, window: 'month' },
  },
};

/**
 * The limits of an unknown plan: only the number of concurrent jobs, as in the smallest tier. The service may accept
 * more of everything else.
 */
export const unknownPlanLimits: TierLimits = {
  maxFileBytes: Number.POSITIVE_INFINITY,
  maxBatchFiles: Number.POSITIVE_INFINITY,
  maxParallelJobs: tierLimits.guest.maxParallelJobs,
  maxQueuedJobs: tierLimits.guest.maxQueuedJobs,
};

/** Finds the tier that a service names, in any case; `undefined` for any other name (api.md, Entitlements 3). */
export function tierNamed(name: string | undefined): TierName | undefined {
  const lower = name?.trim().toLowerCase();
  return lower === 'guest' || lower === 'free' || lower === 'pro' ? lower : undefined;
}
