/** Adds jobs, workers, and request counts for all nodes. */
export const jobs = `
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
`;
