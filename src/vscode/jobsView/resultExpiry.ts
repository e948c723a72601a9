import { retentionMs } from '../../contract/jobRecord.ts';
import type { Job } from '../../jobs/core/job.ts';

/**
 * The time until which the network certainly keeps a job's result, in milliseconds since the epoch; `undefined` if it
 * is unknown or past. Calculated from the time when the network accepted the job, although retention only begins when
 * the job ends (api.md, Service 6).
 */
export function resultExpiry({ state, charge }: Job, now: number): number | undefined {
  const hadResult =
    state.name === 'done' ? state.outcome === 'saved' : 'keptOutput' in state && !!state.keptOutput;
  if (!hadResult || charge === undefined) return undefined;
  const until = charge.at + retentionMs;
  return until > now ? until : undefined;
}
