/** Adds the programs that each worker has, and those that each job needs. */
export const programs = `
alter table network.workers add programs text[] not null default '{}';
-- The queue's name for the job's task.
alter table network.jobs add task text not null default 'job';
`;
