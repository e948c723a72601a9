/** Adds numbers with which all sign-ins of a person end, even those that are under way. */
export const epochs = `
alter table network.people add epoch integer not null default 0;
alter table network.sessions add epoch integer not null default 0;
`;
