import { pollPace } from '../../contract/dialect.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { Job, JobState } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import type { Service } from '../core/service.ts';
import { states } from '../core/states.ts';
import type { Leases } from '../journal/leases.ts';

/** For how long a job that the service has done with counts for what it does in a while: the time between two polls of a small file. */
export const lateMs = pollPace.small.toMs;
const mostOfParallel = 6;

/**
 * How many jobs may be in flight: enough that the service never starves, and no more, because credits go at submission and
 * no call gives them back. That is twice what it does at once, and as many as it has done of late, since what is done counts
 * until a poll hears of it; but never more than six times what it does at once. So a cancel costs two rounds of work, and
 * what the service does between two polls.
 */
export function placesOf(limits: TierLimits, servedLately = 0): number {
  const { maxParallelJobs, maxQueuedJobs } = limits;
  const wanted = Math.min(2 * maxParallelJobs + servedLately, mostOfParallel * maxParallelJobs);
  return Math.max(1, Math.min(wanted, maxQueuedJobs));
}

/**
 * Whether one more job may go beside those in flight, told to the other windows when it may. The limits of a service that charges are per user, so
 * all windows share them; one that does not charge is this window's own. Announced first and checked then: two windows
 * that ask at once may both hold back, but never both go.
 */
export async function admit(
  service: Service,
  places: number,
  inFlight: number,
  leases: Leases,
): Promise<boolean> {
  if (inFlight >= places) return false;
  if (!service.charges) return true;
  await leases.publish(service.id, inFlight + 1);
  if (inFlight + 1 + (await leases.othersInFlight(service.id)) <= places) return true;
  await leases.publish(service.id, inFlight);
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
