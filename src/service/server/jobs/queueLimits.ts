import type { TierLimits } from '../../../contract/tiers.ts';
import { serviceError } from '../../faults.ts';

/** The current load. */
interface Load {
  /** Jobs of the caller. */
  readonly running: number;
  readonly waiting: number;
  /** Slots of the worker pool in use by any caller. */
  readonly slotsTaken: number;
}

export interface QueueLimits extends Pick<TierLimits, 'maxParallelJobs' | 'maxQueuedJobs'> {
  /** Slots in the worker pool. */
  readonly poolSlots: number;
}

/**
 * The tier's parallel limit makes a job wait; a full queue or a full pool refuses it (api.md, Limits 2).
 * @throws ServiceError `queue.pool_saturated` or `queue.limit_exceeded` if one more can't be accepted now
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
