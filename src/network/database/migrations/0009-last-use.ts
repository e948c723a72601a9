/** Adds the time of each key's last use, to the minute. */
export const lastUse = `
alter table network.keys add used_at timestamptz;
`;
