import type { Job, JobStateName } from '../core/job.ts';
import type { ServiceId } from '../core/service.ts';

const inFlightStates: ReadonlySet<JobStateName> = new Set(['uploading', 'queued', 'processing']);

/** Whether the job takes up a place at its service. */
export function isInFlight(job: Job): boolean {
  return inFlightStates.has(job.state.name);
}

export function countInFlight(jobs: readonly Job[], service: ServiceId): number {
  return jobs.filter((job) => job.service === service && isInFlight(job)).length;
}
