/** The SQL of the steps for people, sign-ins, uploads, and what they show, in order. */
export const people = {
  // Adds people who sign in, their sessions and links, and an audit log of all changes by a person or a command.
  '0012-people': `
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
`,
  // Adds the identity provider's codes, tokens, and sign-ins in progress.
  '0013-provider': `
create table network.provider (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  ends_at timestamptz,
  primary key (model, id)
);
create index provider_by_grant on network.provider (grant_id) where grant_id is not null;
create index provider_by_uid on network.provider (uid) where uid is not null;
`,
  // Rewords the errors about changes to the ledger and the audit log.
  '0014-append-only': `
create or replace function network.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: entries can’t be changed or deleted.';
end;
$$;

create or replace function network.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: entries can’t be changed or deleted.';
end;
$$;
`,
  // Adds the tool of each charge and refund. Those of earlier versions have none.
  '0015-tools': `
alter table network.ledger add tool text;
`,
  // Ensures that a person's keys belong to the person's account, so that what a sign-in creates is paid by this account.
  '0016-key-owners': `
alter table network.people add unique (id, account);
alter table network.keys
  drop constraint keys_person_fkey,
  add foreign key (person, account) references network.people (id, account);
`,
  // Adds files that clients store in signed parts before they submit them.
  '0017-uploads': `
create table network.uploads (
  -- Also the id of the job that uses the upload.
  id uuid primary key default gen_random_uuid(),
  account uuid not null references network.accounts,
  bytes bigint not null,
  -- The SHA-256 of each part, in hex.
  digests text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
`,
  // Adds the credits used per day, and indexes for everything that pages and requests read, however many rows there are.
  '0018-usage': `
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
`,
  // Adds numbers with which all sign-ins of a person end, even those that are under way.
  '0019-epochs': `
alter table network.people add epoch integer not null default 0;
alter table network.sessions add epoch integer not null default 0;
`,
  // Adds who invited a person. Links for nobody, which earlier versions made at each start, end.
  '0020-inviters': `
alter table network.links add inviter uuid references network.people;
delete from network.links where email = '';
alter table network.links add check (email <> '');
`,
  // Adds the identity of people at the organization's provider, and administrators whom a group there makes.
  '0021-subjects': `
alter table network.people
  add issuer text,
  add subject text,
  add unique (issuer, subject),
  add check ((issuer is null) = (subject is null)),
  -- True while the person is in the group of administrators. Others are made administrators by a person or a command.
  add group_admin boolean not null default false;

-- People without a password signed in at the provider, so that only a group can have made them administrators.
update network.people set group_admin = true, is_admin = false where is_admin and password is null;

drop trigger audit_people on network.people;
create trigger audit_people after insert or update of account, password, is_admin, group_admin, disabled_at, subject on network.people
  for each row execute function network.audit_change('account', 'password', 'is_admin', 'group_admin', 'disabled_at', 'subject');
`,
  // Adds audit entries for people who are removed. Users who may not write entries cause them with their changes, and
  // those of API nodes and workers don't act for a person.
  '0022-audit': `
create trigger audit_removals after delete on network.people
  for each row execute function network.audit_change();

alter function network.audit_change() security definer set search_path = pg_catalog, pg_temp;
alter function network.count_usage() security definer set search_path = pg_catalog, pg_temp;

create function network.name_actor() returns trigger language plpgsql as $$
begin
  if session_user in ('network_api', 'network_worker') then new.actor := session_user; end if;
  return new;
end;
$$;
create trigger audit_actor before insert on network.audit for each row execute function network.name_actor();
`,
  // Adds indexes for changes of people, and for what belongs to them.
  '0023-indexes': `
create index people_admins on network.people (id) where is_admin or group_admin;
create index people_of_accounts on network.people (account);
create index keys_of_people on network.keys (person, created_at);
create index keys_used on network.keys (account, used_at);
create index links_of_people on network.links (email);
create index links_of_inviters on network.links (inviter);
create index provider_of_people on network.provider ((payload ->> 'accountId'));
drop index network.jobs_failed;
`,
} as const;
