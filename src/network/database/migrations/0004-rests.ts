/**
 * Adds waiting times for accounts whose jobs exhausted their limits. Failed jobs are refunded, so such accounts wait
 * before their next job, and then run one job at a time.
 */
export const rests = `
alter table network.accounts
  -- How long the latest rest is: the next is longer, unless a job succeeds before.
  add rest_seconds double precision not null default 0,
  add rests_until timestamptz,
  add slowed_until timestamptz;
`;
