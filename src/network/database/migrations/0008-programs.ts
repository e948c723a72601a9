/** Adds the programs that each worker has, and those that each job needs. */
export const programs = `
alter table network.workers add programs text[] not null default '{}';
-- What the queue calls the doing of the job.
alter table network.jobs add task text not null default 'job';
`;
