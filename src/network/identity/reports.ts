import type { Queryable } from '../database/database.ts';

/** The credits that an account used on one day with one tool, without refunds on that day. */
export interface DayUse {
  /** The date, such as `2026-11-26`. */
  readonly day: string;
  /** The tool, or `other` for charges of earlier versions, which don't name their tool. */
  readonly tool: string;
  readonly credits: number;
}

/** Returns the credits used in the last 30 days, the latest first. */
export async function creditsByDay(database: Queryable, account: string): Promise<DayUse[]> {
  const sql = `select day::text, tool, credits::int from network.usage
    where account = $1 and day > (now() at time zone 'UTC')::date - 30 and credits > 0 order by day desc, tool`;
  return (await database.query<DayUse>(sql, [account])).rows;
}

/** One change in the audit log. The database writes it together with the change itself. */
interface AuditEntry {
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
