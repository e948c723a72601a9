/** The last use of each key, to the minute. */
export const lastUse = `
alter table network.keys add used_at timestamptz;
`;
