import type { Queryable } from '../database/database.ts';

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
