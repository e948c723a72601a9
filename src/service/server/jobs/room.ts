import type { TierLimits } from '../../../contract/tiers.ts';
import { refusal } from '../../faults.ts';

/** What is under way. */
export interface Load {
  /** Jobs of the caller. */
  readonly running: number;
  readonly waiting: number;
  /** Places of the worker pool that jobs have, the caller's and everybody else's. */
  readonly placesTaken: number;
}

export interface Room extends Pick<TierLimits, 'maxParallelJobs' | 'maxQueuedJobs'> {
  /** Places in the worker pool. */
  readonly poolPlaces: number;
}

/**
 * The tier's parallel limit makes a job wait, a full queue or a full pool refuses it (api.md, Limits 2).
 * @throws ServiceError `queue.pool_saturated` or `queue.limit_exceeded` when one more can't be taken now
 */
export function checkRoom({ running, waiting, placesTaken }: Load, room: Room): void {
  if (running >= room.maxParallelJobs) {
    if (waiting < room.maxQueuedJobs) return;
    const detail = `Too many queued jobs (${room.maxQueuedJobs}). Wait for existing jobs to complete.`;
    throw refusal('queue.limit_exceeded', detail);
  }
  if (placesTaken >= room.poolPlaces) {
    throw refusal('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
  }
}
