import { randomBytes } from 'node:crypto';
import { digestOf } from '../accounts/keys.ts';
import type { Queryable } from '../database/database.ts';
import { isActive, type Person, personColumns, type SignIn } from './people.ts';

/** The maximum duration of a session, in days. */
export const maxSessionDays = 7;
/** True for a session `s` that hasn’t expired. */
export const isLive = `s.used_at > now() - interval '12 hours' and s.created_at > now() - interval '${maxSessionDays} days'`;

/** A session of a person, for display to the person. */
export interface ListedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
  /** True for the session that makes the request. */
  readonly isCurrent: boolean;
}

/** Starts a session of a person who has just signed in. @returns its secret, of which the database stores a digest */
export async function addSession(
  database: Queryable,
  { id, epoch }: SignIn,
  browser: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  // A person who is being removed gets no session.
  const sql = `insert into network.sessions (digest, person, epoch, data)
    select $1, id, $3, $4 from network.people where id = $2 for key share`;
  await database.query(sql, [digestOf(token), id, epoch, { browser }]);
  return token;
}

/** Returns the person of a session, or `undefined` if it has ended. */
export async function personInSession(database: Queryable, token: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>(
    `update network.sessions s set used_at = now()
     from network.people p join network.accounts a on a.id = p.account
     where s.digest = $1 and ${isLive} and p.id = s.person and p.epoch = s.epoch and ${isActive}
     returning ${personColumns}`,
    [digestOf(token)],
  );
  return rows[0];
}

/** Returns a person's latest active sessions, the latest first. */
export async function listSessions(
  database: Queryable,
  { id, epoch }: SignIn,
  current: string,
): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `select id, data ->> 'browser' as browser, created_at as "createdAt", used_at as "usedAt", digest = $3 as "isCurrent"
     from network.sessions s where person = $1 and epoch = $2 and ${isLive} order by used_at desc limit 100`,
    [id, epoch, digestOf(current)],
  );
  return rows;
}

/** Ends the session with this secret. */
export async function endSession(database: Queryable, token: string): Promise<void> {
  await database.query('delete from network.sessions where digest = $1', [digestOf(token)]);
}

/** Ends a session that its person selected. */
export async function endListedSession(database: Queryable, person: string, id: string): Promise<void> {
  await database.query('delete from network.sessions where person = $1 and id::text = $2', [person, id]);
}
