/** Uses the table of jobs as the queue. A waiting job has no due time. A started job is due again when its lease ends. */
export const dueJobs = `
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
`;
