/** Adds leases for tasks that one process at a time does for all nodes. */
export const leases = `
create table network.leases (
  name text primary key,
  holder uuid not null,
  ends_at timestamptz not null
);
`;
