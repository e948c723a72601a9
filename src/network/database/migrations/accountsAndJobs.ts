/** The SQL of the steps for accounts, keys, credits, and jobs, in order. */
export const accountsAndJobs = {
  // Adds accounts, their keys, the ledger, and the balances.
  '0001-accounts': `
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
`,
  // Adds jobs, workers, and request counts for all nodes.
  '0002-jobs': `
alter table network.accounts
  -- The numbers of waiting jobs, and of jobs that workers have or will have soon. The row is locked for changes.
  add waiting integer not null default 0 check (waiting >= 0),
  add in_flight integer not null default 0 check (in_flight >= 0);

create index accounts_busy on network.accounts (id) include (in_flight) where in_flight > 0;

create table network.jobs (
  id uuid primary key,
  account uuid not null references network.accounts,
  sequence bigint generated always as identity,
  tool text not null,
  status text not null default 'Queued'
    check (status in ('Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled')),
  -- True if the job was given to the queue.
  dispatched boolean not null default false,
  -- The number of attempts. The results of earlier attempts are ignored.
  attempt smallint not null default 0,
  worker uuid,
  -- The conversion. It is deleted at the job's end, because its options may be secret.
  work jsonb,
  input_bytes bigint not null,
  credits integer not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  output_bytes bigint,
  output_file_name text,
  fault jsonb,
  -- True if the store may still have files of the job.
  retained boolean not null default true
);

create index jobs_waiting on network.jobs (account, sequence) where status = 'Queued' and not dispatched;
create index jobs_in_flight on network.jobs (worker) where dispatched and status in ('Queued', 'Processing');
create index jobs_to_expire on network.jobs (ended_at) where retained and ended_at is not null;
create index jobs_to_forget on network.jobs (ended_at) where not retained;

create table network.workers (
  id uuid primary key,
  -- The worker's names in the queue: one for each of its concurrent jobs.
  queue_names text[] not null,
  beat_at timestamptz not null default now()
);

-- This table is unlogged, because its rows may be lost in a crash.
create unlogged table network.request_windows (
  address text primary key,
  ends_at timestamptz not null,
  requests integer not null
);
`,
  // Adds an index for the metric `fun_queue_oldest_seconds`, which is read often, so that it stays fast with many jobs.
  '0003-oldest-job': `
create index jobs_oldest on network.jobs (created_at) where status = 'Queued';
`,
  // Adds waiting times for accounts whose jobs exhausted their limits. Failed jobs are refunded, so such accounts wait
  // before their next job, and then run one job at a time.
  '0004-rests': `
alter table network.accounts
  -- The length of the latest pause. The next one is longer unless a job succeeds first.
  add rest_seconds double precision not null default 0,
  add rests_until timestamptz,
  add slowed_until timestamptz;
`,
  // Adds leases for tasks that one process at a time does for all nodes.
  '0005-leases': `
create table network.leases (
  name text primary key,
  holder uuid not null,
  ends_at timestamptz not null
);
`,
  // Adds plans that the operator defines for all nodes.
  '0006-plans': `
create table network.plans (
  id text primary key,
  -- The definition in the same form as in a plans file.
  definition jsonb not null
);
`,
  // Adds a count of attempts that failed because of the worker rather than the job, and so don't count against the job.
  '0007-uncounted-attempts': `
alter table network.jobs add uncounted smallint not null default 0;
`,
  // Adds the programs that each worker has, and those that each job needs.
  '0008-programs': `
alter table network.workers add programs text[] not null default '{}';
-- The queue's name for the job's task.
alter table network.jobs add task text not null default 'job';
`,
  // Adds the time of each key's last use, to the minute.
  '0009-last-use': `
alter table network.keys add used_at timestamptz;
`,
  // Uses the table of jobs as the queue. A waiting job has no due time. A started job is due again when its lease ends.
  '0010-due-jobs': `
alter table network.jobs
  -- The time from which workers may take the job.
  add due_at timestamptz,
  -- The user's programs that the job needs.
  add programs text[] not null default '{}';

update network.jobs j set
  programs = (string_to_array(task, '+'))[2:],
  due_at = case when dispatched then greatest(now(), a.rests_until) end
from network.accounts a where a.id = j.account and status in ('Queued', 'Processing');

drop index network.jobs_waiting, network.jobs_in_flight;
alter table network.jobs drop column dispatched, drop column task;
create index jobs_waiting on network.jobs (account, sequence) where ended_at is null and due_at is null;
create index jobs_due on network.jobs (due_at) where ended_at is null and due_at is not null;

alter table network.workers drop column queue_names;
drop schema if exists graphile_worker cascade;
`,
  // Adds submissions, which clients may repeat with the same idempotency key.
  '0011-submissions': `
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
`,
} as const;
