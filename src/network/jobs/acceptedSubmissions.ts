import { ownExtensions } from '../../contract/extensions.ts';
import type { AcceptedSubmission, Repeatable } from '../../service/server/jobs/repeatable.ts';
import type { Queryable } from '../database/database.ts';

const { idempotencyKeySeconds } = ownExtensions;
const isExpired = `accepted_at < now() - ${idempotencyKeySeconds} * interval '1 second'`;

/** Finds the accepted submission that an account sent with an idempotency key. */
export async function findSubmission(
  database: Queryable,
  account: string,
  key: string,
): Promise<AcceptedSubmission | undefined> {
  const { rows } = await database.query<AcceptedSubmission>(
    `select fingerprint, job as "jobId" from network.submissions
     where account = $1 and key = $2 and not ${isExpired}`,
    [account, key],
  );
  return rows[0];
}

/** Stores a submission in the transaction that accepts its job. The account's row must be locked. */
export async function saveSubmission(
  connection: Queryable,
  account: string,
  { key, fingerprint }: Repeatable,
  job: string,
): Promise<void> {
  await connection.query(
    `insert into network.submissions (account, key, fingerprint, job) values ($1, $2, $3, $4)
     on conflict (account, key) do update
     set fingerprint = excluded.fingerprint, job = excluded.job, accepted_at = excluded.accepted_at`,
    [account, key, fingerprint, job],
  );
}

export async function deleteExpiredSubmissions(database: Queryable): Promise<void> {
  await database.query(`delete from network.submissions where ${isExpired}`);
}
