import { type Job, type JobRequest, phaseOf } from './job.ts';
import { stableJson } from './stableJson.ts';

/** The jobs that a gesture can join, by what they do. */
export function joinable(jobs: readonly Job[]): Map<string, Job> {
  return new Map(jobs.filter((job) => phaseOf(job.state) !== 'ended').map((job) => [gestureOf(job), job]));
}

export function gestureOf({ tool, service, source, targetFormat, options }: JobRequest): string {
  return stableJson([tool, service, source, targetFormat, options ?? {}]);
}
