import { ConfigurationError } from '../configuration/configurationError.ts';
import { type Database, type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** Someone who signs in. Several people may share an account, which pays for all of them. */
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

/** Email addresses are compared without case, as people type them. */
function plainEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** @throws ConfigurationError for anything that mail can't be sent to */
export function checkEmail(text: string): string {
  const email = plainEmail(text);
  if (/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/.test(email)) return email;
  throw new ConfigurationError(`"${text}" isn’t an email address.`);
}

/** Does all of `run` or nothing, and names the person in the audit log. */
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

/** @throws ConfigurationError if there is a person with this address already */
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
    throw new ConfigurationError(`${email} has signed up already.`, { cause: error });
  }
}

/** A person who may sign in; `undefined` for unknown and disabled ones. */
export async function personWithId(database: Queryable, id: string): Promise<Person | undefined> {
  return active(database, 'p.id = $1', id);
}

/** Like `personWithId`. */
export async function personWithEmail(database: Queryable, email: string): Promise<Person | undefined> {
  return active(database, 'p.email = $1', plainEmail(email));
}

/** The person with this address and password. The time of the answer doesn't depend on the existence of the person. */
export async function personWithPassword(
  database: Queryable,
  email: string,
  password: string,
): Promise<Person | undefined> {
  const { rows } = await database.query<{ password: string | null }>(
    'select password from network.people where email = $1',
    [plainEmail(email)],
  );
  if (!(await isPassword(rows[0]?.password ?? null, password))) return undefined;
  return personWithEmail(database, email);
}

/** Sets a new password, and ends all sessions and links of the person. */
export async function setPassword(connection: Queryable, person: Person, password: string): Promise<void> {
  await connection.query('update network.people set password = $2 where id = $1', [
    person.id,
    await hashPassword(password),
  ]);
  await connection.query('delete from network.sessions where person = $1', [person.id]);
  await connection.query('delete from network.links where email = $1', [person.email]);
}

/** Enables or disables a person, whose sessions then end. @throws ConfigurationError for an unknown address */
export async function disablePerson(connection: Queryable, email: string, disabled: boolean): Promise<void> {
  const { rows } = await connection.query<{ id: string }>(
    `update network.people set disabled_at = case when $2 then coalesce(disabled_at, now()) end
     where email = $1 returning id`,
    [plainEmail(email), disabled],
  );
  if (rows.length === 0) throw new ConfigurationError(`Nobody has the address "${email}".`);
  if (disabled) await connection.query('delete from network.sessions where person = $1', [rows[0]?.id]);
}

/** Makes a person an administrator, or ends that. */
export async function setAdmin(connection: Queryable, id: string, isAdmin: boolean): Promise<void> {
  await connection.query('update network.people set is_admin = $2 where id = $1', [id, isAdmin]);
}

/** Everyone, by address. */
export async function listPeople(database: Queryable): Promise<Person[]> {
  return (await database.query<Person>(`select ${columns} from ${tables} order by p.email`)).rows;
}

async function active(database: Queryable, condition: string, value: string): Promise<Person | undefined> {
  const sql = `select ${columns} from ${tables} where ${condition} and p.disabled_at is null and a.disabled_at is null`;
  return (await database.query<Person>(sql, [value])).rows[0];
}
