import { type Account, addAccount } from '../../../src/network/accounts/accounts.ts';
import { accountOfKey, addKey, type KeyedAccount } from '../../../src/network/accounts/keys.ts';
import { hashPassword } from '../../../src/network/identity/passwords.ts';
import { addPerson, type Person, personWithOwnPassword } from '../../../src/network/identity/people.ts';
import type { Database } from '../../../src/network/database/database.ts';
import { migrate } from '../../../src/network/database/migrate.ts';

/** Migrates the database to the current schema, and adds an account with its own key. */
export async function accountWith(
  database: Database,
  facts: Partial<Pick<Account, 'name' | 'plan' | 'allowance'>> = {},
): Promise<KeyedAccount> {
  await migrate(database);
  const account = await addAccount(database, { name: 'team', plan: 'pro', allowance: null, ...facts });
  return keyed(database, account);
}

/** Adds a key to the account. */
export async function keyed(database: Database, account: Account): Promise<KeyedAccount> {
  const key = await addKey(database, account, { name: 'first', allowed: [] });
  const found = await accountOfKey(database, key, '127.0.0.1');
  if (found === undefined) throw new Error('Invalid API key');
  return found;
}

/** The password of the people in tests. */
export const password = 'a long and calm sentence';

/** Adds a person, with an account. */
export async function personWith(
  database: Database,
  email: string,
  { isAdmin = false, plan = 'pro' } = {},
): Promise<Person & { of: Account }> {
  await migrate(database);
  const of = await addAccount(database, { name: `of ${email}`, plan, allowance: null });
  const facts = { email, account: of.id, isAdmin };
  await addPerson(database, facts, await hashPassword(password));
  const person = await personWithOwnPassword(database, email);
  if (person === undefined) throw new Error('Invalid email address or password');
  return { ...person, of };
}
