/** Adds a count of attempts that failed because of the worker rather than the job, and so don't count against the job. */
export const uncountedAttempts = `
alter table network.jobs add uncounted smallint not null default 0;
`;
