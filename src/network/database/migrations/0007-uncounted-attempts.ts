/** Attempts that ended because a worker lacked something, and that don't count against their job. */
export const uncountedAttempts = `
alter table network.jobs add uncounted smallint not null default 0;
`;
