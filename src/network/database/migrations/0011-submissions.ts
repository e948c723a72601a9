/** Adds submissions, which clients may repeat with the same idempotency key. */
export const submissions = `
create table network.submissions (
  account uuid not null references network.accounts,
  key text not null,
  -- A digest that is the same for repeated requests.
  fingerprint text not null,
  job uuid not null,
  accepted_at timestamptz not null default now(),
  primary key (account, key)
);

create index submissions_to_forget on network.submissions (accepted_at);
-- This index is unused now that the queue has due times.
drop index network.jobs_oldest;
`;
