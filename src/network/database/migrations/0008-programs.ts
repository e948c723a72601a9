/** What workers can do besides what all can: the programs that they have, and those that a job needs. */
export const programs = `
alter table network.workers add programs text[] not null default '{}';
-- What the queue calls the doing of the job.
alter table network.jobs add task text not null default 'job';
`;
