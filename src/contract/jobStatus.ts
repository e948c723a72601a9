/** The states of a job at a service (api.md, States 1). */
export const jobStatuses = ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const;

/** Retention of an output after its job completed (api.md, Service 6). */
export const retentionMs = 3_600_000;

export type JobStatus = (typeof jobStatuses)[number];

/** True if a client stops polling at this state (api.md, States 2). */
export function isTerminal(status: JobStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled';
}
