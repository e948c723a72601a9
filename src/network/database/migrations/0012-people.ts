/** Adds people who sign in, their sessions and links, and an audit log of all changes by a person or a command. */
export const people = `
create table network.people (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and email <> ''),
  account uuid not null references network.accounts,
  -- An argon2 hash; null for people who only sign in at the organization's provider.
  password text,
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table network.links (
  digest bytea primary key check (length(digest) = 32),
  purpose text not null check (purpose in ('invitation', 'reset')),
  email text not null,
  account uuid not null references network.accounts,
  is_admin boolean not null default false,
  ends_at timestamptz not null
);

create table network.sessions (
  digest bytea primary key check (length(digest) = 32),
  id uuid not null unique default gen_random_uuid(),
  person uuid references network.people,
  data jsonb not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index sessions_of_people on network.sessions (person);

-- Secrets that all nodes share. The first node that needs one creates it.
create table network.secrets (name text primary key, value jsonb not null);

alter table network.keys add person uuid references network.people;

create table network.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb
);

create function network.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end;
$$;
create trigger audit_is_append_only before update or delete or truncate on network.audit
  for each statement execute function network.refuse_audit_change();

-- The arguments are the columns to include in an entry. Transactions for a person set network.actor.
create function network.audit_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  facts jsonb := was || now_is;
begin
  insert into network.audit (actor, action, subject, detail) values (
    coalesce(nullif(current_setting('network.actor', true), ''), 'command line'),
    tg_table_name || ' ' || lower(tg_op),
    concat_ws(' ', (select name from network.accounts where id = (facts ->> 'account')::uuid),
      coalesce(facts ->> 'email', facts ->> 'name', facts ->> 'id')),
    (select jsonb_object_agg(key, case when key = 'password' then '"changed"' else value end)
     from jsonb_each(now_is) where key = any (tg_argv[0:]) and value is distinct from was -> key));
  return null;
end;
$$;

create trigger audit_accounts after insert or update of plan, allowance, disabled_at on network.accounts
  for each row execute function network.audit_change('plan', 'allowance', 'disabled_at');
create trigger audit_keys after insert or update of revoked_at on network.keys
  for each row execute function network.audit_change('allowed', 'revoked_at');
create trigger audit_plans after insert or update on network.plans
  for each row execute function network.audit_change('definition');
create trigger audit_grants after insert on network.ledger
  for each row when (new.kind = 'grant') execute function network.audit_change('credits', 'note');
create trigger audit_cancellations after update of status on network.jobs
  for each row when (new.status = 'Canceled') execute function network.audit_change('status');
create trigger audit_people after insert or update of account, password, is_admin, disabled_at on network.people
  for each row execute function network.audit_change('account', 'password', 'is_admin', 'disabled_at');
create trigger audit_links after insert on network.links
  for each row execute function network.audit_change('purpose', 'is_admin');
`;
