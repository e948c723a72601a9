import { randomBytes } from 'node:crypto';
import { digestOf } from '../accounts/keys.ts';
import { ConfigurationError } from '../configuration.ts';
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
  /** Increases when the person gets a new password or is disabled, which ends every sign-in that began before. */
  readonly epoch: number;
}

/** A person who has proven to be that person, and the epoch in which this counts. */
export type SignIn = Pick<Person, 'id' | 'epoch'>;

/** True for an administrator, who is one as a person or as a member of a group. */
const isAdmin = '(p.is_admin or p.group_admin)';
/** The columns of a person in a statement, in which `p` is the person and `a` the account. */
export const personColumns = `p.id, p.email, p.account, a.name as "accountName", ${isAdmin} as "isAdmin",
  p.disabled_at is not null as disabled, p.epoch`;
/** True for a person who may sign in. */
export const isActive = 'p.disabled_at is null and a.disabled_at is null';
const tables = 'network.people p join network.accounts a on a.id = p.account';

/**
 * Normalizes an email address, because people vary its capitalization. Only changes ASCII letters, because others have
 * a lower case that looks like another address, such as that of the Kelvin sign.
 */
function normalizedEmail(text: string): string {
  return text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns a text of fixed length for an email address, whether or not anybody has it. */
export function emailDigest(text: string): string {
  return digestOf(normalizedEmail(text)).toString('base64url');
}

/** Checks an email address. @throws ConfigurationError if mail can't be sent to it */
export function checkEmail(text: string): string {
  const email = normalizedEmail(text);
  const isValid = /^[^\s\p{C}@<>,;"]{1,64}@[^\s\p{C}@<>,;"]{1,189}$/u.test(email);
  if (isValid && email === email.toLowerCase()) return email;
  throw new ConfigurationError(`"${text}" isn’t an email address.`);
}

/** Runs a transaction whose changes are attributed to the person in the audit log. */
export async function asPerson<T>(
  database: Database,
  email: string,
  run: (connection: Queryable) => Promise<T>,
): Promise<T> {
  return database.transaction(async (connection) => {
    await setActor(connection, email);
    return run(connection);
  });
}

/** Attributes the transaction's further changes to a person in the audit log. */
export async function setActor(connection: Queryable, email: string): Promise<void> {
  await connection.query(`select set_config('network.actor', $1, true)`, [email]);
}

/** Adds a person. @throws ConfigurationError if a person with this email address exists already */
export async function addPerson(
  connection: Queryable,
  { email, account, isAdmin }: Pick<Person, 'email' | 'account' | 'isAdmin'>,
  password: string | null,
  { issuer, subject }: Partial<Subject> = {},
): Promise<string> {
  try {
    const { rows } = await connection.query<{ id: string }>(
      `insert into network.people (email, account, is_admin, password, issuer, subject)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [email, account, isAdmin, password, issuer, subject],
    );
    return rows[0]?.id ?? '';
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw alreadySignedUp(email, { cause: error });
  }
}

/** Returns a person who may sign in, or `undefined` if the person is unknown or disabled. */
export async function personWithId(database: Queryable, id: string): Promise<Person | undefined> {
  return active(database, 'p.id = $1', id);
}

/**
 * Works like `personWithId`, but also returns `undefined` if the sign-in has ended. It can't end before the transaction
 * does.
 */
export async function lockSignIn(connection: Queryable, { id, epoch }: SignIn): Promise<Person | undefined> {
  await connection.query('select from network.people where id = $1 for share', [id]);
  const person = await personWithId(connection, id);
  return person?.epoch === epoch ? person : undefined;
}

/** Works like `personWithId`, but finds a person by email address, and only people who sign in with a password. */
export async function personWithOwnPassword(database: Queryable, email: string): Promise<Person | undefined> {
  return active(database, 'p.password is not null and p.email = $1', normalizedEmail(email));
}

/**
 * Returns the person with this email address and password, in the epoch in which the password was read. Takes the same
 * time whether or not the person exists.
 */
export async function personWithPassword(
  database: Queryable,
  email: string,
  password: string,
): Promise<Person | undefined> {
  const { rows } = await database.query<Person & { password: string | null; isActive: boolean }>(
    `select ${personColumns}, password, ${isActive} as "isActive" from ${tables} where p.email = $1`,
    [normalizedEmail(email)],
  );
  const [person] = rows;
  const isRight = await isPassword(person?.password ?? null, password);
  return isRight && person?.isActive === true ? person : undefined;
}

/** Sets a new password. Ends all sign-ins and links of the person. @returns the only valid sign-in */
export async function setPassword(connection: Queryable, person: Person, password: string): Promise<SignIn> {
  const { rows } = await connection.query<SignIn>(
    'update network.people set password = $2, epoch = epoch + 1 where id = $1 returning id, epoch',
    [person.id, await hashPassword(password)],
  );
  await connection.query('delete from network.sessions where person = $1', [person.id]);
  await connection.query('delete from network.links where email = $1', [person.email]);
  return rows[0] ?? person;
}

/** The changes of a person that a command or an administrator can make, with their SQL. `$1` is the email address. */
const changes = {
  enable: `update network.people set disabled_at = null where email = $1 returning 'is enabled' as change`,
  disable: `update network.people set epoch = epoch + 1, disabled_at = coalesce(disabled_at, now()) where email = $1
    returning 'is disabled' as change`,
  promote: `update network.people set is_admin = true where email = $1 returning 'is an administrator' as change`,
  demote: `update network.people set is_admin = false where email = $1
    returning case when group_admin then 'is still an administrator, as a member of a group at the organization’s provider' else 'isn’t an administrator anymore' end as change`,
  // The account keeps its credits and jobs, and the names of the person's keys.
  remove: `with person as (select id, email from network.people where email = $1),
      ended as (delete from network.sessions s using person p where s.person = p.id),
      links as (delete from network.links l using person p where l.email = p.email or l.inviter = p.id),
      tokens as (delete from network.provider o using person p where o.payload ->> 'accountId' = p.id::text),
      keys as (update network.keys k set person = null, revoked_at = coalesce(revoked_at, now()) from person p where k.person = p.id)
    delete from network.people where email = $1 returning 'was removed' as change`,
} as const;
export type PersonChange = keyof typeof changes;

/**
 * Changes a person. Disabling and removing end the person's sign-ins, and removing revokes the person's keys.
 * @returns what happened to the person, as the end of a sentence
 * @throws ConfigurationError for an unknown email address, or the last administrator who can sign in
 */
export async function changePerson(
  connection: Queryable,
  email: string,
  change: PersonChange,
): Promise<string> {
  const address = normalizedEmail(email);
  const admins = `select from ${tables} where ${isAdmin} and ${isActive}`;
  // Two administrators can't disable each other at the same time, and nobody gets a key while being removed.
  const locked = await connection.query<{ isActiveAdmin: boolean }>(
    `select ${isAdmin} and ${isActive} as "isActiveAdmin" from ${tables} where ${isAdmin} or p.email = $1 order by p.id for update of p`,
    [address],
  );
  const [done] = (await connection.query<{ change: string }>(changes[change], [address])).rows;
  if (done === undefined)
    throw new ConfigurationError(`There is no person with the email address "${email}".`);
  const hadAdmin = locked.rows.some(({ isActiveAdmin }) => isActiveAdmin);
  if (hadAdmin && (await connection.query(admins)).rowCount === 0)
    throw new ConfigurationError(
      `${address} is the only administrator who can sign in. Invite or promote another one first.`,
    );
  return done.change;
}

/** Makes a person an administrator, or ends this, because of the person's groups at the organization's provider. */
export async function setGroupAdmin(connection: Queryable, id: string, isMember: boolean): Promise<void> {
  const sql = 'update network.people set group_admin = $2 where id = $1 and group_admin <> $2';
  await connection.query(sql, [id, isMember]);
}

/** Who somebody is at an organization's provider. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Finds the person of a subject. A person with the subject's verified email address who has no subject yet gets this one.
 * @throws ConfigurationError if the person is disabled, or the address belongs to another subject
 */
export async function personOfSubject(
  connection: Queryable,
  { issuer, subject }: Subject,
  email: string,
): Promise<Person | undefined> {
  const { rows } = await connection.query<{ id: string; isSame: boolean; isFree: boolean }>(
    `select id, issuer is not distinct from $1 and subject is not distinct from $2 as "isSame", subject is null as "isFree"
     from network.people where (issuer = $1 and subject = $2) or email = $3 order by 2 desc for update`,
    [issuer, subject, email],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  if (found.isFree)
    await connection.query('update network.people set issuer = $2, subject = $3 where id = $1', [
      found.id,
      issuer,
      subject,
    ]);
  const person = found.isSame || found.isFree ? await personWithId(connection, found.id) : undefined;
  if (person === undefined) throw new ConfigurationError(notAccepted);
  return person;
}

/** True if an account is a person's own: it has the name of the email address, and nobody else belongs to it. */
export async function ownsAccount(
  connection: Queryable,
  { id, email, account, accountName }: Person,
): Promise<boolean> {
  const sql = 'select from network.people where account = $1 and id <> $2 limit 1';
  return accountName === email && (await connection.query(sql, [account, id])).rowCount === 0;
}

/** The answer to somebody whom the organization's provider has confirmed, but who may not sign in. */
export const notAccepted = 'This network doesn’t accept your sign-in. Ask its administrator.';

/** Returns all people, or the first of them, sorted by email address. */
export async function listPeople(database: Queryable, limit?: number): Promise<Person[]> {
  const sql = `select ${personColumns} from ${tables} order by p.email limit $1`;
  return (await database.query<Person>(sql, [limit])).rows;
}

async function active(database: Queryable, condition: string, value: string): Promise<Person | undefined> {
  const sql = `select ${personColumns} from ${tables} where ${condition} and ${isActive}`;
  return (await database.query<Person>(sql, [value])).rows[0];
}

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
  inviter?: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await connection.query(
    `insert into network.links (digest, purpose, email, account, is_admin, inviter, ends_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7::interval)`,
    [digestOf(token), purpose, email, account, isAdmin, inviter, lifetimes[purpose]],
  );
  return token;
}

/**
 * Invites a person, in place of earlier invitations. `inviter` is the id of an administrator, and absent for a command.
 * @returns the secret of the link
 * @throws ConfigurationError if a person with this email address exists already
 */
export async function invite(connection: Queryable, link: Link, inviter?: string): Promise<string> {
  const { rowCount } = await connection.query('select from network.people where email = $1', [link.email]);
  if (rowCount !== 0) throw alreadySignedUp(link.email);
  // Another invitation may be under way.
  await connection.query('select pg_advisory_xact_lock(hashtext($1))', [link.email]);
  await uninvite(connection, link.email);
  return addLink(connection, 'invitation', link, inviter);
}

/** Ends the invitations of a person. @returns the number of them */
export async function uninvite(connection: Queryable, email: string): Promise<number> {
  const sql = `delete from network.links where purpose = 'invitation' and email = $1`;
  return (await connection.query(sql, [email])).rowCount ?? 0;
}

function alreadySignedUp(email: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError(`${email} has already signed up.`, options);
}

// An invitation ends if its inviter isn't an administrator any more.
const isValidLink = `digest = $1 and purpose = $2 and ends_at > now() and (inviter is null or exists (
  select from network.people p where p.id = inviter and ${isAdmin} and p.disabled_at is null))`;
const linkColumns = 'email, account, is_admin as "isAdmin"';

export async function findLink(
  database: Queryable,
  purpose: Purpose,
  token: string,
): Promise<Link | undefined> {
  const sql = `select ${linkColumns} from network.links where ${isValidLink}`;
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
  const sql = `delete from network.links where ${isValidLink} returning ${linkColumns}`;
  return (await connection.query<Link>(sql, [digestOf(token), purpose])).rows[0];
}

/** Returns the address of a link on the account pages. */
export function linkAddress(authUrl: string, purpose: Purpose, token: string): string {
  return new URL(`/account/${purpose}/${token}`, authUrl).href;
}
