/** What one process at a time does for all, until it has fallen silent for too long. */
export const leases = `
create table network.leases (
  name text primary key,
  holder uuid not null,
  ends_at timestamptz not null
);
`;
