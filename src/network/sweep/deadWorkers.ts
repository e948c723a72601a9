import type { Database } from '../database/database.ts';
import { enqueue } from '../jobs/lockedAccount.ts';

/**
 * Gives the jobs of workers that have fallen silent to others, and mends what a crash between two steps has left of the
 * queue.
 * @returns how many workers were given up
 */
export async function buryDeadWorkers(database: Database, deadAfterMs: number): Promise<number> {
  return database.transaction(async (connection) => {
    const { rowCount } = await connection.query(
      `delete from network.workers where beat_at < now() - $1 * interval '1 millisecond'`,
      [deadAfterMs],
    );
    await connection.query(
      `update network.jobs j set status = 'Queued', worker = null
       where dispatched and status = 'Processing'
         and not exists (select from network.workers w where w.id = j.worker)`,
    );
    await connection.query(
      `select graphile_worker.force_unlock_workers(array(
         select distinct q.locked_by from graphile_worker.jobs q
         where q.locked_by is not null and q.locked_at < now() - $1 * interval '1 millisecond'
           and not exists (select from network.workers w where q.locked_by = any (w.queue_names))))`,
      [deadAfterMs],
    );
    // What was removed while a worker that is gone had it stays behind without its key.
    await connection.query(
      `select graphile_worker.complete_jobs(array(
         select id from graphile_worker.jobs where key is null and locked_by is null))`,
    );
    // A worker that has taken a job and doesn't begin it never heard that it has.
    const { rows: lost } = await connection.query<{ id: string }>(
      `select id from network.jobs j where dispatched and status = 'Queued' and not exists (
         select from graphile_worker.jobs q where q.key = j.id::text and q.attempts < q.max_attempts
           and (q.locked_at is null or q.locked_at >= now() - $1 * interval '1 millisecond'))`,
      [deadAfterMs],
    );
    for (const { id } of lost) await enqueue(connection, id);
    return rowCount ?? 0;
  });
}
