import { retentionMs } from '../../contract/jobStatus.ts';
import type { Job } from '../../jobs/core/job.ts';

/**
 * Until when the network certainly keeps the result of a job, in milliseconds since the epoch; `undefined` where that is not
 * known or over. It counts from the job's end (api.md, Service 6), which came after it was accepted.
 */
export function keptUntil({ state, charge }: Job, now: number): number | undefined {
  const hadResult =
    state.name === 'done' ? state.outcome === 'saved' : 'keptOutput' in state && !!state.keptOutput;
  if (!hadResult || charge === undefined) return undefined;
  const until = charge.at + retentionMs;
  return until > now ? until : undefined;
}
