import { createHash, randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import type { Account } from './accounts.ts';
import { planColumn } from './plans.ts';

/** A key as it is known after it was shown: by its name. */
export interface Key {
  readonly name: string;
  /** Addresses and networks that it may be used from; empty for anywhere. */
  readonly allowed: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** An account, and the key by which somebody came as it. */
export interface KeyedAccount extends Account {
  readonly keyId: string;
}

/** Tells what was found in a log or a repository; the rest can't be guessed, so that a digest without salt is enough. */
const prefix = 'fun_';
const randomKeyBytes = 32;
/** The random bytes, in base64 for URLs. */
const keyForm = /^fun_[\w-]{43}$/;
const noAddress = '22P02';

const columns = `name, array(select text(a) from unnest(allowed) a) as allowed,
  created_at as "createdAt", revoked_at as "revokedAt"`;

/** Whether a text can be a key at all. */
export function hasKeyForm(text: string): boolean {
  return keyForm.test(text);
}

/**
 * Makes a key and returns it, which nobody can do again: the database has its digest alone.
 * @throws ConfigurationError for a name that the account has had a key under, or for what is no address or network
 */
export async function addKey(
  database: Queryable,
  account: Account,
  { name, allowed }: Pick<Key, 'name' | 'allowed'>,
): Promise<string> {
  const key = prefix + randomBytes(randomKeyBytes).toString('base64url');
  try {
    await database.query(
      'insert into network.keys (account, name, digest, allowed) values ($1, $2, $3, $4::inet[])',
      [account.id, name, digestOf(key), allowed],
    );
    return key;
  } catch (error) {
    const sentence = {
      [uniqueViolation]: `The account ${account.name} has had a key "${name}" already.`,
      [noAddress]: `One of ${allowed.join(', ')} is no address and no network, such as 10.0.0.0/8.`,
    };
    const state = sqlState(error);
    if (state !== uniqueViolation && state !== noAddress) throw error;
    throw new ConfigurationError(sentence[state], { cause: error });
  }
}

/** Ends a key, at once and at every node. @throws ConfigurationError for a name that no key of the account has */
export async function revokeKey(database: Queryable, account: Account, name: string): Promise<void> {
  const { rowCount } = await database.query(
    'update network.keys set revoked_at = coalesce(revoked_at, now()) where account = $1 and name = $2',
    [account.id, name],
  );
  if (rowCount === 0) throw new ConfigurationError(`The account ${account.name} has no key "${name}".`);
}

/** All keys that an account has had, the oldest first. */
export async function listKeys(database: Queryable, account: Account): Promise<Key[]> {
  const sql = `select ${columns} from network.keys where account = $1 order by created_at, name`;
  return (await database.query<Key>(sql, [account.id])).rows;
}

/** The account that a key stands for when it comes from an address; `undefined` for one that may not be used. */
export async function accountOfKey(
  database: Queryable,
  key: string,
  address: string,
): Promise<KeyedAccount | undefined> {
  const { rows } = await database.query<KeyedAccount>(
    `select k.id as "keyId", a.id, a.name, a.plan, ${planColumn}, a.allowance, false as disabled
     from network.keys k join network.accounts a on a.id = k.account
     where k.digest = $1 and k.revoked_at is null and a.disabled_at is null
       and (k.allowed = '{}' or $2::inet <<= any (k.allowed))`,
    [digestOf(key), plainAddress(address)],
  );
  return rows[0];
}

/** Whether a key still holds; if it does, nobody can revoke it until the transaction ends. */
export async function holdKey(connection: Queryable, keyId: string): Promise<boolean> {
  const sql = 'select from network.keys where id = $1 and revoked_at is null for share';
  return (await connection.query(sql, [keyId])).rowCount === 1;
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * The address as the database reads it, `null` for what is none: a proxy may pass on what a caller made up. A socket for both
 * kinds of addresses shows those of version 4 inside of version 6, as in `::ffff:10.0.0.1`.
 */
function plainAddress(address: string): string | null {
  const [withoutZone = ''] = address.split('%');
  const inner = withoutZone.slice('::ffff:'.length);
  if (isIPv4(inner)) return inner;
  return isIP(withoutZone) === 0 ? null : withoutZone;
}
