/** For `fun_queue_oldest_seconds`, which each node is asked for again and again, however many jobs there are. */
export const oldestJob = `
create index jobs_oldest on network.jobs (created_at) where status = 'Queued';
`;
