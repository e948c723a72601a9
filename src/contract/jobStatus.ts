/** The states of a job at a service (States and transitions). */
export const jobStatuses = ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const;

/** How long an output can be downloaded after its job completed (What the service does, 6). */
export const retentionMs = 3_600_000;

export type JobStatus = (typeof jobStatuses)[number];

/** Whether a client stops polling at this state (States and transitions, rule 1). */
export function isTerminal(status: JobStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled';
}
