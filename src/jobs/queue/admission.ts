import type { TierLimits } from '../../contract/tiers.ts';
import type { Job, JobState } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import type { Service } from '../core/service.ts';
import { states } from '../core/states.ts';
import type { Leases } from '../journal/leases.ts';

/** Rounds of what the plan runs at once that may be in flight whatever is expected to have ended. */
const mostRounds = 6;

/** Jobs of one window at a service. */
export interface InFlight {
  /** Submitted, and not heard to have ended. */
  readonly count: number;
  /** How many of them the service has likely ended since it could last be asked. */
  readonly likelyEnded: number;
}

/**
 * How many jobs may be in flight that have likely not ended: two rounds of what the plan runs at once. So the service never
 * starves, and a person who cancels pays for no more than these and what it does in one polling interval, because credits
 * go at submission and no call gives them back.
 */
export function placesOf(limits: TierLimits): number {
  return rounds(2, limits);
}

/** How many of them are taken. */
export function placesTaken({ count, likelyEnded }: InFlight): number {
  return Math.max(0, count - likelyEnded);
}

function rounds(count: number, { maxParallelJobs, maxQueuedJobs }: TierLimits): number {
  return Math.max(1, Math.min(count * maxParallelJobs, maxQueuedJobs));
}

/**
 * Whether one more job may go beside those in flight, told to the other windows when it may. The limits of a hosted service are
 * per user, so all windows share them; any other is this window's own. Announced first and checked then: two windows
 * that ask at once may both hold back, but never both go.
 */
export async function admit(
  service: Service,
  limits: TierLimits,
  inFlight: InFlight,
  leases: Leases,
): Promise<boolean> {
  const places = placesOf(limits);
  const taken = placesTaken(inFlight);
  if (taken >= places || inFlight.count >= rounds(mostRounds, limits)) return false;
  if (!service.hosted) return true;
  await leases.publish(service.id, taken + 1);
  if (taken + 1 + (await leases.othersInFlight(service.id)) <= places) return true;
  await leases.publish(service.id, taken);
  return false;
}

/** The waiting jobs that are more than the plan takes in one batch (api.md, Limits 1), in order. */
export function beyondBatch(jobs: readonly Job[], maxBatchFiles: number): Job[] {
  const counts = new Map<string, number>();
  return jobs.filter((job) => {
    const place = (counts.get(job.batch) ?? 0) + 1;
    counts.set(job.batch, place);
    return job.state.name === 'waiting' && place > maxBatchFiles;
  });
}

/** The state of a job that is more than the plan takes in one batch; taken up again it starts a batch of its own. */
export function parkedBeyondBatch(maxBatchFiles: number): JobState {
  const detail = `The plan takes ${maxBatchFiles} files in one batch.`;
  return states.needsCredits(problem('batch.limit_exceeded', detail));
}
