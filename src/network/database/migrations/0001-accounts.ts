/** Adds accounts, their keys, the ledger, and the balances. */
export const accounts = `
create table network.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  plan text not null,
  -- The credits per window; null for the plan's credits.
  allowance integer check (allowance >= 0),
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table network.keys (
  id uuid primary key default gen_random_uuid(),
  account uuid not null references network.accounts,
  name text not null check (name <> ''),
  digest bytea not null unique check (length(digest) = 32),
  -- The addresses that the key may be used from; empty for any address.
  allowed inet[] not null default '{}',
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (account, name)
);

create table network.balances (
  account uuid not null references network.accounts,
  credit_window text not null,
  remaining integer not null check (remaining >= 0),
  primary key (account, credit_window)
);

create table network.ledger (
  id bigint generated always as identity primary key,
  account uuid not null,
  credit_window text not null,
  kind text not null check (kind in ('allowance', 'grant', 'charge', 'refund')),
  -- The change of the balance; negative for a charge.
  credits integer not null check (case when kind = 'charge' then credits <= 0 else credits >= 0 end),
  job uuid,
  note text,
  at timestamptz not null default now(),
  foreign key (account, credit_window) references network.balances,
  check ((job is not null) = (kind in ('charge', 'refund')))
);

create unique index ledger_once_a_job on network.ledger (job, kind) where job is not null;
create unique index ledger_one_allowance on network.ledger (account, credit_window) where kind = 'allowance';
create index ledger_by_window on network.ledger (account, credit_window);

create function network.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only ever added to.';
end;
$$;

create trigger ledger_is_append_only before update or delete on network.ledger
  for each row execute function network.refuse_change();
`;
