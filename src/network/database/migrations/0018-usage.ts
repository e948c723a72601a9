/** Adds the credits used per day, and indexes for everything that pages and requests read, however many rows there are. */
export const usage = `
create index jobs_of_accounts on network.jobs (account, sequence);
create index jobs_failed on network.jobs (ended_at) where status = 'Failed';
create index uploads_unused on network.uploads (account) include (bytes) where used_at is null;

create table network.usage (
  account uuid not null references network.accounts,
  day date not null,
  tool text not null,
  credits bigint not null,
  primary key (account, day, tool)
);

insert into network.usage (account, day, tool, credits)
select account, (at at time zone 'UTC')::date, coalesce(tool, 'other'), -sum(credits)
from network.ledger where kind in ('charge', 'refund') and at > now() - interval '31 days' group by 1, 2, 3;

create function network.count_usage() returns trigger language plpgsql as $$
begin
  insert into network.usage as u (account, day, tool, credits)
  values (new.account, (new.at at time zone 'UTC')::date, coalesce(new.tool, 'other'), -new.credits)
  on conflict (account, day, tool) do update set credits = u.credits + excluded.credits;
  return null;
end;
$$;

-- A trigger also counts the charges of nodes of the previous version.
create trigger ledger_usage after insert on network.ledger
  for each row when (new.kind in ('charge', 'refund')) execute function network.count_usage();
`;
