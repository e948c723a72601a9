import type { Job } from '../../jobs/core/job.ts';
import type { BatchNews } from './batchSummary.ts';
import type { Words } from '../text/words.ts';

/** Does something about the files of a batch besides what its jobs do. */
export interface BatchFollower {
  /** What is shown to be going on; left out where the task says it. */
  readonly title?: Words;
  /** Hears of jobs once they are there. */
  started(jobs: readonly Job[]): Promise<void>;
  /** Hears of them when each has ended or is parked, also those that were tried again; what it gives is told with what came of them. */
  settled(jobs: readonly Job[]): Promise<BatchNews>;
}
