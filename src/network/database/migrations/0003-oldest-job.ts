/** Adds an index for the metric `fun_queue_oldest_seconds`, which is read often, so that it stays fast with many jobs. */
export const oldestJob = `
create index jobs_oldest on network.jobs (created_at) where status = 'Queued';
`;
