import { callbackify } from 'node:util';
import type { SessionStore } from '@fastify/session';
import type { Session } from 'fastify';
import { digestOf } from '../accounts/keys.ts';
import type { Queryable } from '../database/database.ts';

/** The time without requests after which a session ends. It is much shorter if nobody has signed in. */
const idle = `case when person is null then interval '1 hour' else interval '12 hours' end`;
/** The maximum duration of a session, in days. */
export const maxSessionDays = 7;
const isLive = `used_at > now() - ${idle} and created_at > now() - interval '${maxSessionDays} days'`;

declare module 'fastify' {
  interface Session {
    /** The id of the person who has signed in. */
    person?: string;
    /** The path to open after signing in. Only this server sets it. */
    next?: string;
    /** The state of a sign-in at the organization's provider. */
    organization?: { readonly verifier: string; readonly state: string; readonly nonce: string };
    /** The browser's description of itself. */
    browser?: string;
    /** True if the session was read from the database. */
    isStored?: true;
  }
}

/** Stores sessions so that all nodes share them. The database only contains digests of session ids. */
export function sessionStore(database: Queryable): SessionStore {
  return {
    get: callbackify(async (id: string) => find(database, id)),
    set: callbackify(async (id: string, session: Session) => save(database, id, session)),
    destroy: callbackify(async (id: string) => remove(database, id)),
  };
}

/** A session of a person, for display to the person. */
export interface ListedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date;
  /** True for the session that makes the request. */
  readonly isCurrent: boolean;
}

/** Returns a person's active sessions, the latest first. */
export async function listSessions(
  database: Queryable,
  person: string,
  current: string,
): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `select id, data ->> 'browser' as browser, created_at as "createdAt", used_at as "usedAt", digest = $2 as "isCurrent"
     from network.sessions where person = $1 and ${isLive} order by used_at desc`,
    [person, digestOf(current)],
  );
  return rows;
}

export async function endSession(database: Queryable, person: string, id: string): Promise<void> {
  await database.query('delete from network.sessions where person = $1 and id::text = $2', [person, id]);
}

/** Deletes sessions, links, codes, and tokens that have expired. */
export async function deleteExpiredSignIns(database: Queryable): Promise<void> {
  await database.query(`delete from network.sessions where not (${isLive})`);
  await database.query('delete from network.links where ends_at < now()');
  await database.query('delete from network.provider where ends_at < now()');
}

async function find(database: Queryable, id: string): Promise<Session | null> {
  const { rows } = await database.query<{ data: Session }>(
    `update network.sessions set used_at = now() where digest = $1 and ${isLive} returning data`,
    [digestOf(id)],
  );
  return rows[0] === undefined ? null : { ...rows[0].data, isStored: true };
}

/** Saves a session. One that ended during its request stays ended. */
async function save(database: Queryable, id: string, session: Session): Promise<void> {
  const sql =
    session.isStored === true
      ? 'update network.sessions set person = $2, data = $3 where digest = $1'
      : `insert into network.sessions (digest, person, data) values ($1, $2, $3)
         on conflict (digest) do update set person = excluded.person, data = excluded.data`;
  await database.query(sql, [digestOf(id), session.person, JSON.stringify(session)]);
}

async function remove(database: Queryable, id: string): Promise<void> {
  await database.query('delete from network.sessions where digest = $1', [digestOf(id)]);
}

/** Returns a secret that all nodes share. The first node that needs it creates it. */
export async function sharedSecret<T>(
  database: Queryable,
  name: string,
  make: () => Promise<T> | T,
): Promise<T> {
  const read = async (): Promise<T | undefined> =>
    (await database.query<{ value: T }>('select value from network.secrets where name = $1', [name])).rows[0]
      ?.value;
  const found = await read();
  if (found !== undefined) return found;
  const sql = 'insert into network.secrets (name, value) values ($1, $2) on conflict do nothing';
  await database.query(sql, [name, JSON.stringify(await make())]);
  return (await read()) ?? sharedSecret(database, name, make);
}
