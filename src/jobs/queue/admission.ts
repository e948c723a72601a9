import type { TierLimits } from '../../contract/tiers.ts';
import type { Job, JobState } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import type { Service } from '../core/service.ts';
import { states } from '../core/states.ts';
import type { Leases } from '../journal/leases.ts';

/** Upper limit on jobs in flight, in multiples of the plan's concurrency, no matter how many have probably ended. */
const maxRounds = 6;

/** One window's jobs in flight at a service. */
export interface InFlight {
  /** Number of jobs that were submitted and aren't known to have ended. */
  readonly count: number;
  /** The number of these that the service has probably finished since they could last be polled. */
  readonly likelyEnded: number;
}

/**
 * Maximum number of jobs in flight that have probably not ended: twice the plan's concurrency. This keeps the service
 * busy, but limits the cost of a cancellation, because credits are deducted at submission and aren't refunded.
 */
export function slotsOf(limits: TierLimits): number {
  return rounds(2, limits);
}

/** The number of slots in use. */
export function slotsTaken({ count, likelyEnded }: InFlight): number {
  return Math.max(0, count - likelyEnded);
}

function rounds(count: number, { maxParallelJobs, maxQueuedJobs }: TierLimits): number {
  return Math.max(1, Math.min(count * maxParallelJobs, maxQueuedJobs));
}

/**
 * True if one more job may be submitted. A hosted service's limits apply to the user, so all windows share them, and
 * this window announces the submission before it checks them. Two windows may then both hold back, but never both
 * proceed.
 */
export async function admit(
  service: Service,
  limits: TierLimits,
  inFlight: InFlight,
  leases: Leases,
): Promise<boolean> {
  const slots = slotsOf(limits);
  const taken = slotsTaken(inFlight);
  if (taken >= slots || inFlight.count >= rounds(maxRounds, limits)) return false;
  if (!service.hosted) return true;
  await leases.publish(service.id, taken + 1);
  if (taken + 1 + (await leases.othersInFlight(service.id)) <= slots) return true;
  await leases.publish(service.id, taken);
  return false;
}

/** The waiting jobs that exceed the plan's batch limit (api.md, Limits 1), in order. */
export function jobsOverBatchLimit(jobs: readonly Job[], maxBatchFiles: number): Job[] {
  const counts = new Map<string, number>();
  return jobs.filter((job) => {
    const place = (counts.get(job.batch) ?? 0) + 1;
    counts.set(job.batch, place);
    return job.state.name === 'waiting' && place > maxBatchFiles;
  });
}

/** The state of a job that exceeds the batch limit. When resumed, it starts a new batch. */
export function parkedForBatchLimit(maxBatchFiles: number): JobState {
  const detail = `The plan allows ${maxBatchFiles} files in one batch.`;
  return states.needsCredits(problem('batch.limit_exceeded', detail));
}
