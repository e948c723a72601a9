import type { Jobs } from '../../jobs/jobs.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { FinishedJob } from './api.ts';
import { finishedJob } from './fileResults.ts';

/** Tells of each job once when it ends, and once more when it was tried again. */
export function followFinishedJobs(jobs: Jobs, tell: (job: FinishedJob) => void): Disposable {
  /** Ids of jobs that were told of, with the time at which each was asked for. */
  const told = new Map<string, number>();
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    for (const job of changed) {
      if (kind === 'removed') told.delete(job.id);
      // What the last session left comes as added, and ended then.
      if (kind !== 'changed' || !('endedAt' in job.state)) continue;
      if (told.get(job.id) === job.createdAt) continue;
      told.set(job.id, job.createdAt);
      tell(finishedJob(job));
    }
  });
}
