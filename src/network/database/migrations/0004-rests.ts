/** Accounts whose jobs used up what they may take, which is refunded, wait before their next job and have one at a time. */
export const rests = `
alter table network.accounts
  -- How long the latest rest is: the next is longer, unless a job succeeds before.
  add rest_seconds double precision not null default 0,
  add rests_until timestamptz,
  add slowed_until timestamptz;
`;
