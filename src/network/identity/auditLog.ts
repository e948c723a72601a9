import type { Queryable } from '../database/database.ts';

/** A change of an account, a key, a plan, credits, a job, or a person. The database writes it with the change itself. */
export interface AuditEntry {
  readonly at: Date;
  /** The email address of the person, or "command line". */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The new values, without secrets. */
  readonly detail: unknown;
}

/** The latest entries, the newest first. */
export async function listAudit(database: Queryable, limit: number): Promise<AuditEntry[]> {
  const sql = 'select at, actor, action, subject, detail from network.audit order by id desc limit $1';
  return (await database.query<AuditEntry>(sql, [limit])).rows;
}
