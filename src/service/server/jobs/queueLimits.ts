import type { TierLimits } from '../../../contract/tiers.ts';
import { serviceError } from '../../faults.ts';

/** The current numbers of jobs. */
interface Load {
  /** Number of the caller's jobs that are running. */
  readonly running: number;
  readonly waiting: number;
  /** Number of slots in the worker pool that are used for any caller. */
  readonly slotsTaken: number;
}

export interface QueueLimits extends Pick<TierLimits, 'maxParallelJobs' | 'maxQueuedJobs'> {
  readonly poolSlots: number;
}

/**
 * Checks whether another job can be accepted. Above the tier's parallel limit, a job waits. If the queue or the pool is
 * full, it is rejected (api.md, Limits 2).
 * @throws ServiceError `queue.pool_saturated` or `queue.limit_exceeded` if no job can be accepted now
 */
export function checkQueueLimits({ running, waiting, slotsTaken }: Load, limits: QueueLimits): void {
  if (running >= limits.maxParallelJobs) {
    if (waiting < limits.maxQueuedJobs) return;
    const detail = `Too many queued jobs (${limits.maxQueuedJobs}). Wait for existing jobs to complete.`;
    throw serviceError('queue.limit_exceeded', detail);
  }
  if (slotsTaken >= limits.poolSlots) {
    throw serviceError('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
  }
}
