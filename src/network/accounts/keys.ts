import { createHash, randomBytes } from 'node:crypto';
import { plainAddress } from '../../service/server/callerLimits.ts';
import { ConfigurationError } from '../configuration.ts';
import { type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import { type Account, checkName } from './accounts.ts';
import { planColumn } from './plans.ts';

/** An API key without its secret. Once it has been shown, a key is identified by its name. */
export interface Key {
  readonly name: string;
  /** Addresses and networks from which the key may be used; empty for any address. */
  readonly allowed: readonly string[];
  readonly createdAt: Date;
  /** The time of the last use, to the minute. */
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** An account, with the key that was used to access it. */
export interface KeyedAccount extends Account {
  readonly keyId: string;
}

/**
 * The prefix that identifies keys in logs and repositories. The rest of a key is random, so a digest without a salt is
 * enough.
 */
const prefix = 'fun_';
const randomKeyBytes = 32;
/** The form of a key: its random bytes are in Base64 for URLs. */
const keyForm = /^fun_[\w-]{43}$/;
const invalidAddress = '22P02';

/** True for a key that was neither revoked nor created by a person who has been disabled since. */
const isValid = `k.revoked_at is null and not exists (
  select from network.people p where p.id = k.person and p.disabled_at is not null)`;
/** True for the first use of a key in a minute, so that not every request writes to the database. */
const isFirstUse = `coalesce(used_at < now() - interval '1 minute', true)`;
const columns = `name, array(select text(a) from unnest(allowed) a) as allowed,
  created_at as "createdAt", used_at as "usedAt", revoked_at as "revokedAt"`;

/**
 * Creates a key and returns it. It can't be shown again, because the database only stores its digest.
 * @throws ConfigurationError if the name is invalid, or is or was used by a key of the account, or if an address or
 * network is invalid
 */
export async function addKey(
  database: Queryable,
  account: Pick<Account, 'id' | 'name'>,
  { name, allowed, person }: Pick<Key, 'name' | 'allowed'> & { readonly person?: string },
): Promise<string> {
  const key = prefix + randomBytes(randomKeyBytes).toString('base64url');
  try {
    await database.query(
      'insert into network.keys (account, name, digest, allowed, person) values ($1, $2, $3, $4::inet[], $5)',
      [account.id, checkName(name), digestOf(key), allowed, person],
    );
    return key;
  } catch (error) {
    const sentence = {
      [uniqueViolation]: `The account ${account.name} has already used the key name "${name}". Choose another name.`,
      [invalidAddress]: `One of ${allowed.join(', ')} isn’t an address or a network, such as 10.0.0.0/8.`,
    };
    const state = sqlState(error);
    if (state !== uniqueViolation && state !== invalidAddress) throw error;
    throw new ConfigurationError(sentence[state], { cause: error });
  }
}

/**
 * Revokes a key, immediately and on every node. If `person` is given, only revokes a key of that person.
 * @throws ConfigurationError for an unknown name
 */
export async function revokeKey(
  database: Queryable,
  account: Pick<Account, 'id' | 'name'>,
  name: string,
  person?: string,
): Promise<void> {
  const { rowCount } = await database.query(
    `update network.keys set revoked_at = now()
     where account = $1 and name = $2 and revoked_at is null and ($3::uuid is null or person = $3)`,
    [account.id, name, person],
  );
  if (rowCount === 0) throw new ConfigurationError(`The account ${account.name} has no valid key "${name}".`);
}

/** Revokes a key, wherever its owner is. Does nothing for anything else. */
export async function revokeSecret(database: Queryable, key: string): Promise<void> {
  const sql = 'update network.keys set revoked_at = now() where digest = $1 and revoked_at is null';
  await database.query(sql, [digestOf(key)]);
}

/** Lists all keys of an account, including revoked ones, the oldest first. */
export async function listKeys(database: Queryable, { id }: Pick<Account, 'id'>): Promise<Key[]> {
  const sql = `select ${columns} from network.keys where account = $1 order by created_at, name`;
  return (await database.query<Key>(sql, [id])).rows;
}

/** Lists a person's valid and then revoked keys, the latest first. */
export async function keysOfPerson(database: Queryable, person: string): Promise<Key[]> {
  const sql = `select ${columns} from network.keys where person = $1
    order by revoked_at is not null, created_at desc, name limit 1000`;
  return (await database.query<Key>(sql, [person])).rows;
}

/** Works like `accountOfKey`, but doesn't count as a use of the key. */
export async function validateKey(
  database: Queryable,
  key: string,
  address: string,
): Promise<(KeyedAccount & { readonly isFirstUse: boolean }) | undefined> {
  const { rows } = await database.query<KeyedAccount & { isFirstUse: boolean }>(
    `select k.id as "keyId", a.id, a.name, a.plan, ${planColumn}, a.allowance, false as disabled,
       ${isFirstUse} as "isFirstUse"
     from network.keys k join network.accounts a on a.id = k.account
     where k.digest = $1 and ${isValid} and a.disabled_at is null
       and (k.allowed = '{}' or $2::inet <<= any (k.allowed))`,
    [digestOf(key), plainAddress(address) ?? null],
  );
  return rows[0];
}

/** Returns the account of a key that is used from an address, or `undefined` if the use isn't permitted. */
export async function accountOfKey(
  database: Queryable,
  key: string,
  address: string,
): Promise<KeyedAccount | undefined> {
  // Text that can't be a key needs no query.
  const found = keyForm.test(key) ? await validateKey(database, key, address) : undefined;
  if (found?.isFirstUse === true)
    await database.query(`update network.keys set used_at = now() where id = $1 and ${isFirstUse}`, [
      found.keyId,
    ]);
  return found;
}

/** True if a key is still valid. Locks it, so that it can't be revoked before the transaction ends. */
export async function lockValidKey(connection: Queryable, keyId: string): Promise<boolean> {
  const sql = `select from network.keys k where k.id = $1 and ${isValid} for share`;
  return (await connection.query(sql, [keyId])).rowCount === 1;
}

/** Returns the digest under which the database stores a secret, so that a leaked database doesn't reveal keys. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
