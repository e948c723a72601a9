/**
 * Adds waiting times for accounts whose jobs exhausted their limits. Failed jobs are refunded, so such accounts wait
 * before their next job, and then run one job at a time.
 */
export const rests = `
alter table network.accounts
  -- The length of the latest pause. The next one is longer unless a job succeeds first.
  add rest_seconds double precision not null default 0,
  add rests_until timestamptz,
  add slowed_until timestamptz;
`;
