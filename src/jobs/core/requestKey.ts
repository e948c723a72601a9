import { type Job, type JobRequest, phaseOf } from './job.ts';
import { stableJson } from './stableJson.ts';
import { withholdSecrets } from './withholdSecrets.ts';

/** The jobs that a gesture can join, by what they do. */
export function joinable(jobs: readonly Job[]): Map<string, Job> {
  return new Map(jobs.filter((job) => phaseOf(job.state) !== 'ended').map((job) => [gestureOf(job), job]));
}

export function gestureOf({ tool, service, source, targetFormat, options }: JobRequest): string {
  return stableJson([tool, service, source, targetFormat, options ?? {}]);
}

/** The same for jobs of other windows, whose secrets nobody knows: it is enough that they have the same ones. */
export function sharedGestureOf(job: Job): string {
  const { withheldOptions = [], ...rest } = withholdSecrets(job);
  return stableJson([gestureOf(rest), withheldOptions.toSorted()]);
}
