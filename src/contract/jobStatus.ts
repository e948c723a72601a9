/** The states of a job at a service (api.md, States 1). */
export const jobStatuses = ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const;

/** The time for which a service keeps an output after its job has completed (api.md, Service 6). */
export const retentionMs = 3_600_000;

export type JobStatus = (typeof jobStatuses)[number];

/** True if clients stop polling a job in this state (api.md, States 2). */
export function isTerminal(status: JobStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled';
}
