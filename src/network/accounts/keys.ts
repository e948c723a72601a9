import { createHash, randomBytes } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import type { Account } from './accounts.ts';
import { planColumn } from './plans.ts';

/** A key after it was shown, known by its name. */
export interface Key {
  readonly name: string;
  /** Addresses and networks that it may be used from; empty for anywhere. */
  readonly allowed: readonly string[];
  readonly createdAt: Date;
  /** The last use, to the minute. */
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** An account, and the key that was used for it. */
export interface KeyedAccount extends Account {
  readonly keyId: string;
}

/** Identifies keys in logs and repositories. The rest can't be guessed, so a digest without salt is enough. */
const prefix = 'fun_';
const randomKeyBytes = 32;
/** The random bytes, in base64 for URLs. */
const keyForm = /^fun_[\w-]{43}$/;
const noAddress = '22P02';

/** In the minute; not every request writes. */
const isFirstUse = `coalesce(used_at < now() - interval '1 minute', true)`;
const columns = `name, array(select text(a) from unnest(allowed) a) as allowed,
  created_at as "createdAt", used_at as "usedAt", revoked_at as "revokedAt"`;

/** True if a text can be a key at all. */
export function hasKeyForm(text: string): boolean {
  return keyForm.test(text);
}

/**
 * Makes a key and returns it. Nobody can read it again: the database only has its digest.
 * @throws ConfigurationError for a name that a key of the account has or had, or for an invalid address or network
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
      [account.id, name, digestOf(key), allowed, person],
    );
    return key;
  } catch (error) {
    const sentence = {
      [uniqueViolation]: `The account ${account.name} has had a key "${name}" already.`,
      [noAddress]: `One of ${allowed.join(', ')} isn’t an address or a network, such as 10.0.0.0/8.`,
    };
    const state = sqlState(error);
    if (state !== uniqueViolation && state !== noAddress) throw error;
    throw new ConfigurationError(sentence[state], { cause: error });
  }
}

/** Ends a key, immediately and at every node; with `person`, only one of that person. @throws ConfigurationError for an unknown name */
export async function revokeKey(
  database: Queryable,
  account: Pick<Account, 'id' | 'name'>,
  name: string,
  person?: string,
): Promise<void> {
  const { rowCount } = await database.query(
    `update network.keys set revoked_at = coalesce(revoked_at, now())
     where account = $1 and name = $2 and ($3::uuid is null or person = $3)`,
    [account.id, name, person],
  );
  if (rowCount === 0) throw new ConfigurationError(`The account ${account.name} has no key "${name}".`);
}

/** Ends a key by its id. */
export async function endKey(database: Queryable, keyId: string): Promise<void> {
  await database.query('update network.keys set revoked_at = coalesce(revoked_at, now()) where id = $1', [
    keyId,
  ]);
}

/** All keys of an account or of one person, including revoked ones, the oldest first. */
export async function listKeys(
  database: Queryable,
  account: Pick<Account, 'id'>,
  person?: string,
): Promise<Key[]> {
  const sql = `select ${columns} from network.keys
    where account = $1 and ($2::uuid is null or person = $2) order by created_at, name`;
  return (await database.query<Key>(sql, [account.id, person])).rows;
}

/** The account of a key that is used from an address; `undefined` if that isn't allowed. */
export async function accountOfKey(
  database: Queryable,
  key: string,
  address: string,
): Promise<KeyedAccount | undefined> {
  const { rows } = await database.query<KeyedAccount & { isFirstUse: boolean }>(
    `select k.id as "keyId", a.id, a.name, a.plan, ${planColumn}, a.allowance, false as disabled,
       ${isFirstUse} as "isFirstUse"
     from network.keys k join network.accounts a on a.id = k.account
     where k.digest = $1 and k.revoked_at is null and a.disabled_at is null
       and (k.allowed = '{}' or $2::inet <<= any (k.allowed))`,
    [digestOf(key), plainAddress(address)],
  );
  const [found] = rows;
  if (found?.isFirstUse === true)
    await database.query(`update network.keys set used_at = now() where id = $1 and ${isFirstUse}`, [
      found.keyId,
    ]);
  return found;
}

/** True if a key is still valid. Then nobody can revoke it until the transaction ends. */
export async function holdKey(connection: Queryable, keyId: string): Promise<boolean> {
  const sql = 'select from network.keys where id = $1 and revoked_at is null for share';
  return (await connection.query(sql, [keyId])).rowCount === 1;
}

/** The form in which the database has a secret, such as a key: nobody can use it if the database leaks. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * The address in the database's form, `null` for an invalid one: a proxy may forward any text of a caller. A socket for both
 * versions shows IPv4 addresses inside IPv6, as in `::ffff:10.0.0.1`.
 */
function plainAddress(address: string): string | null {
  const [withoutZone = ''] = address.split('%');
  const inner = withoutZone.slice('::ffff:'.length);
  if (isIPv4(inner)) return inner;
  return isIP(withoutZone) === 0 ? null : withoutZone;
}
