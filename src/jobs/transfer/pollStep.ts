import type { PollPace } from '../../contract/dialect.ts';
import type { Job } from '../core/job.ts';

/** The delay between two polls of a job, in milliseconds, by the size of its source. */
export function pollStep({ small, medium, large }: PollPace, { sourceBytes = 0 }: Job): PollPace['large'] {
  return [small, medium].find(({ belowBytes }) => sourceBytes < belowBytes) ?? large;
}
