import { randomBytes } from 'node:crypto';
import { digestOf } from '../accounts/keys.ts';
import type { Queryable } from '../database/database.ts';
import type { Person } from './people.ts';

const lifetimes = { invitation: '24 hours', reset: '1 hour' } as const;

/** The purpose of a link in an email to a person. */
export type Purpose = keyof typeof lifetimes;

/** A link's data: the person whom it invites, or to whom it belongs. */
export type Link = Pick<Person, 'email' | 'account' | 'isAdmin'>;

/** Creates a link that works once, and returns its secret. The database only stores the secret's digest. */
export async function addLink(
  connection: Queryable,
  purpose: Purpose,
  { email, account, isAdmin }: Link,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await connection.query(
    `insert into network.links (digest, purpose, email, account, is_admin, ends_at)
     values ($1, $2, $3, $4, $5, now() + $6::interval)`,
    [digestOf(token), purpose, email, account, isAdmin, lifetimes[purpose]],
  );
  return token;
}

const valid = 'digest = $1 and purpose = $2 and ends_at > now()';
const columns = 'email, account, is_admin as "isAdmin"';

export async function findLink(
  database: Queryable,
  purpose: Purpose,
  token: string,
): Promise<Link | undefined> {
  const sql = `select ${columns} from network.links where ${valid}`;
  return (await database.query<Link>(sql, [digestOf(token), purpose])).rows[0];
}

/**
 * Uses up a link, inside the transaction that does what the link is for.
 * @returns the link's data; `undefined` if the link isn't valid any more
 */
export async function redeemLink(
  connection: Queryable,
  purpose: Purpose,
  token: string,
): Promise<Link | undefined> {
  const sql = `delete from network.links where ${valid} returning ${columns}`;
  return (await connection.query<Link>(sql, [digestOf(token), purpose])).rows[0];
}

/** Returns the address of a link on the account pages. */
export function linkAddress(authUrl: string, purpose: Purpose, token: string): string {
  return new URL(`/account/${purpose}/${token}`, authUrl).href;
}
