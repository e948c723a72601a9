import { dayMs } from '../../util/clock.ts';
import { type Job, phaseOf } from './job.ts';

/** Limits on the number and age of ended jobs. */
export interface HistoryLimits {
  readonly maxEnded: number;
  readonly maxAgeMs: number;
}

export const historyLimits: HistoryLimits = { maxEnded: 2000, maxAgeMs: 7 * dayMs };

/** The ended jobs that exceed the limits. Jobs with a kept output are never among them. */
export function expiredJobs(jobs: readonly Job[], now: number, limits: HistoryLimits): Job[] {
  const ended = jobs
    .filter((job) => endedAt(job) !== undefined && keptOutputOf(job) === undefined)
    .toSorted((a, b) => (endedAt(b) ?? 0) - (endedAt(a) ?? 0));
  return ended.filter(
    (job, index) => index >= limits.maxEnded || now - (endedAt(job) ?? 0) > limits.maxAgeMs,
  );
}

/** The URI of a job's kept output, which was paid for but couldn't be saved to its destination. */
export function keptOutputOf({ state }: Job): string | undefined {
  return state.name === 'failed' ? state.keptOutput : undefined;
}

function endedAt({ state }: Job): number | undefined {
  return phaseOf(state) === 'ended' && 'endedAt' in state ? state.endedAt : undefined;
}
