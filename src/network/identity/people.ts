import { ConfigurationError } from '../configuration/configurationError.ts';
import { type Database, type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** A person who signs in. Several people may share an account, which pays for all of them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** The id of the account. */
  readonly account: string;
  readonly accountName: string;
  readonly isAdmin: boolean;
  readonly disabled: boolean;
}

const columns = `p.id, p.email, p.account, a.name as "accountName", p.is_admin as "isAdmin",
  p.disabled_at is not null as disabled`;
const tables = 'network.people p join network.accounts a on a.id = p.account';

/** Normalizes an email address, because people vary its capitalization. */
function normalizedEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Checks an email address. @throws ConfigurationError if mail can't be sent to it */
export function checkEmail(text: string): string {
  const email = normalizedEmail(text);
  if (/^[^\s\p{C}@<>,;"]{1,64}@[^\s\p{C}@<>,;"]{1,189}$/u.test(email)) return email;
  throw new ConfigurationError(`"${text}" isn’t an email address.`);
}

/** Runs a transaction whose changes are attributed to the person in the audit log. */
export async function asPerson<T>(
  database: Database,
  email: string,
  run: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.transaction(async (connection) => {
    await connection.query(`select set_config('network.actor', $1, true)`, [email]);
    return run(connection);
  });
}

/** Adds a person. @throws ConfigurationError if a person with this email address exists already */
export async function addPerson(
  connection: Queryable,
  { email, account, isAdmin }: Pick<Person, 'email' | 'account' | 'isAdmin'>,
  password: string | null,
): Promise<string> {
  try {
    const { rows } = await connection.query<{ id: string }>(
      'insert into network.people (email, account, is_admin, password) values ($1, $2, $3, $4) returning id',
      [email, account, isAdmin, password],
    );
    return rows[0]?.id ?? '';
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw new ConfigurationError(`${email} has already signed up.`, { cause: error });
  }
}

/** Returns a person who may sign in, or `undefined` if the person is unknown or disabled. */
export async function personWithId(database: Queryable, id: string): Promise<Person | undefined> {
  return active(database, 'p.id = $1', id);
}

/** Works like `personWithId`, but finds a person by email address. */
export async function personWithEmail(database: Queryable, email: string): Promise<Person | undefined> {
  return active(database, 'p.email = $1', normalizedEmail(email));
}

/** Works like `personWithEmail`, but only finds people who sign in with a password. */
export async function personWithOwnPassword(database: Queryable, email: string): Promise<Person | undefined> {
  return active(database, 'p.password is not null and p.email = $1', normalizedEmail(email));
}

/** Returns the person with this email address and password. Takes the same time whether or not the person exists. */
export async function personWithPassword(
  database: Queryable,
  email: string,
  password: string,
): Promise<Person | undefined> {
  const { rows } = await database.query<{ password: string | null }>(
    'select password from network.people where email = $1',
    [normalizedEmail(email)],
  );
  if (!(await isPassword(rows[0]?.password ?? null, password))) return undefined;
  return personWithEmail(database, email);
}

/** Sets a new password. Ends all sessions and links of the person. */
export async function setPassword(connection: Queryable, person: Person, password: string): Promise<void> {
  await connection.query('update network.people set password = $2 where id = $1', [
    person.id,
    await hashPassword(password),
  ]);
  await connection.query('delete from network.sessions where person = $1', [person.id]);
  await connection.query('delete from network.links where email = $1', [person.email]);
}

/**
 * Enables or disables a person. Disabling ends the person's sessions.
 * @throws ConfigurationError for an unknown email address
 */
export async function setDisabled(connection: Queryable, email: string, disabled: boolean): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    `update network.people set disabled_at = case when $2 then coalesce(disabled_at, now()) end
     where email = $1 returning id`,
    [normalizedEmail(email), disabled],
  );
  if (rows.length === 0)
    throw new ConfigurationError(`There is no person with the email address "${email}".`);
  if (disabled) await connection.query('delete from network.sessions where person = $1', [rows[0]?.id]);
}

export async function setAdmin(connection: Queryable, id: string, isAdmin: boolean): Promise<void> {
  await connection.query('update network.people set is_admin = $2 where id = $1', [id, isAdmin]);
}

/** Returns all people, sorted by email address. */
export async function listPeople(database: Queryable): Promise<Person[]> {
  return (await database.query<Person>(`select ${columns} from ${tables} order by p.email`)).rows;
}

async function active(database: Queryable, condition: string, value: string): Promise<Person | undefined> {
  const sql = `select ${columns} from ${tables} where ${condition} and p.disabled_at is null and a.disabled_at is null`;
  return (await database.query<Person>(sql, [value])).rows[0];
}
