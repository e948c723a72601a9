import { type ToolId, toolIds } from '../../contract/tools.ts';
import type { Queryable } from '../database/database.ts';

/** A tool, or `other` for charges of earlier versions, which don't name their tool. */
export type UsedTool = ToolId | 'other';

/** The credits that an account used on one day. */
export interface DayUse {
  /** The date, such as `2026-11-26`. */
  readonly day: string;
  /** The credits of each tool that used some. */
  readonly credits: Readonly<Partial<Record<UsedTool, number>>>;
}

/** Returns the credits used on each of the last 30 days, the oldest first. Refunds count on the day of the refund. */
export async function creditsByDay(database: Queryable, account: string): Promise<DayUse[]> {
  const { rows } = await database.query<DayUse>(
    `select day::text, coalesce(jsonb_object_agg(tool, credits) filter (where credits > 0), '{}') as credits
     from (select d::date as day, case when u.tool = any ($2) then u.tool else 'other' end as tool,
         coalesce(sum(u.credits), 0)::int as credits
       from (select (now() at time zone 'UTC')::date as date) today,
         generate_series(today.date - 29, today.date, interval '1 day') d
       left join network.usage u on u.account = $1 and u.day = d::date
       group by 1, 2) used
     group by day order by day`,
    [account, toolIds],
  );
  return rows;
}

export interface NetworkState {
  readonly queued: number;
  readonly processing: number;
  readonly workers: readonly { readonly id: string; readonly heartbeatAt: Date }[];
  /** The error codes of jobs that failed in the last seven days, the most frequent first. */
  readonly failures: readonly { readonly code: string; readonly jobs: number }[];
}

/** Reads the state of the queue and the workers, and the recent failures. */
export async function networkState(database: Queryable): Promise<NetworkState> {
  // The conditions are those of two indexes.
  const jobs = database.query<{ queued: number; processing: number }>(
    `select (count(*) filter (where status = 'Queued'))::int as queued,
       (count(*) filter (where status = 'Processing'))::int as processing
     from (select status from network.jobs where ended_at is null and due_at is null
       union all select status from network.jobs where ended_at is null and due_at is not null) unended`,
  );
  const workers = database.query<NetworkState['workers'][number]>(
    'select id, beat_at as "heartbeatAt" from network.workers order by id',
  );
  const failures = database.query<NetworkState['failures'][number]>(
    `select coalesce(fault ->> 'id', 'unknown') as code, count(*)::int as jobs from network.jobs
     where status = 'Failed' and ended_at > now() - interval '7 days' group by 1 order by 2 desc, 1 limit 20`,
  );
  const [{ rows }, { rows: live }, { rows: failed }] = await Promise.all([jobs, workers, failures]);
  return { queued: 0, processing: 0, ...rows[0], workers: live, failures: failed };
}

/** One change in the audit log. The database writes it together with the change itself. */
export interface AuditEntry {
  readonly at: Date;
  /** The email address of the person who made the change, or "command line". */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The new values, without secrets. */
  readonly detail: unknown;
}

/** Returns the latest entries, the newest first. */
export async function listAudit(database: Queryable, limit: number): Promise<AuditEntry[]> {
  const sql = 'select at, actor, action, subject, detail from network.audit order by id desc limit $1';
  return (await database.query<AuditEntry>(sql, [limit])).rows;
}
