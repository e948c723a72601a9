import { systemCode } from '../../util/files.ts';
import { ConfigurationError } from '../configuration.ts';
import { variableOf } from '../settings.ts';
import { type Database, DatabaseUnavailable, idleMs, type Queryable, sqlState } from './database.ts';
import { grantRoles } from './grants.ts';
import { type Migration, migrations } from './migrations/index.ts';

/**
 * Checks the database and updates its schema to this version.
 * @returns the names of the applied steps
 * @throws ConfigurationError if the database doesn't answer, is too old, rejects its user, or has the schema of an
 * incompatible newer version
 */
export async function prepareDatabase(database: Database): Promise<string[]> {
  await checkSession(database).catch(unreachable);
  return migrate(database).catch(notAllowed);
}

/** Rejects connection poolers, which share connections and so lose settings made for one of them. */
async function checkSession(database: Database): Promise<void> {
  const { rows } = await database.query<{ isKept: boolean; version: number }>(
    `select current_setting('idle_in_transaction_session_timeout')::interval = $1 * interval '1 millisecond' as "isKept",
       current_setting('server_version_num')::int / 10000 as version`,
    [idleMs],
  );
  for (const { isKept, version } of rows) {
    if (!isKept) throw notDirect();
    if (version < oldestVersion)
      throw new ConfigurationError(
        `${variableOf('databaseUrl')} points to PostgreSQL ${version}, but version ${oldestVersion} or later is required.`,
      );
  }
}

const oldestVersion = 15;
const protocolViolation = '08P01';

function notDirect(): ConfigurationError {
  return new ConfigurationError(
    `${variableOf('databaseUrl')} must point directly to PostgreSQL: PgBouncer and other connection poolers aren’t supported.`,
  );
}

function unreachable(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  if (sqlState(error.cause) === protocolViolation) throw notDirect();
  cannotConnect(error.cause);
}

/** Throws the error for a database that doesn't answer. */
export function cannotConnect(reason: unknown): never {
  const why = reason instanceof Error && reason.message !== '' ? reason.message : systemCode(reason);
  throw new ConfigurationError(`Can’t connect to the database in ${variableOf('databaseUrl')}: ${why}.`, {
    cause: reason,
  });
}

const insufficientPrivilege = '42501';

function notAllowed(error: unknown): never {
  if (sqlState(error) !== insufficientPrivilege) throw error;
  throw new ConfigurationError(
    `The user in ${variableOf('databaseUrl')} can’t create tables: make it the owner of the database.`,
    { cause: error },
  );
}

/**
 * The number of an advisory lock, so that nodes that start at the same time migrate one after the other. All versions
 * must use the same number.
 */
const lockNumber = 7_205_331_842;

/** Lets only one process at a time change the schema, until the transaction ends. */
export async function lockSchema(connection: Queryable): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1)', [lockNumber]);
}

/** Returns the names of the steps that the database has, in order; none if there is no network in it. */
export async function appliedSteps(connection: Queryable): Promise<string[]> {
  const { rows } = await connection.query(`select to_regclass('network.migrations') is not null as exists`);
  if (!rows[0]?.exists) return [];
  const sql = 'select name from network.migrations order by name';
  return (await connection.query<{ name: string }>(sql)).rows.map(({ name }) => name);
}

/**
 * Updates the database schema to this version, and grants its users what their roles need. Applies either all steps or
 * none. Does nothing for a user who doesn't own the schema, if it is up to date.
 * @returns the names of the applied steps
 * @throws ConfigurationError if the user can't update the schema, or if a newer version changed it so that this version
 * can't use it
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  return database.transaction(async (connection) => {
    const owned = await connection.query<{ isOwner: boolean }>(
      `select pg_has_role(nspowner, 'usage') as "isOwner" from pg_namespace where nspname = 'network'`,
    );
    const isOwner = owned.rows[0]?.isOwner !== false;
    if (isOwner) {
      await lockSchema(connection);
      await connection.query(`
        create schema if not exists network;
        create table if not exists network.migrations (
          name text primary key,
          at timestamptz not null default now()
        );
        alter table network.migrations add column if not exists breaking boolean not null default false`);
    }
    const { rows } = await connection.query<{ name: string; breaking: boolean }>(
      'select name, breaking from network.migrations order by name',
    );
    const unknown = rows.filter(
      ({ name, breaking }) => breaking && !steps.some((step) => step.name === name),
    );
    if (unknown.length > 0) {
      const names = unknown.map(({ name }) => name).join(', ');
      throw new ConfigurationError(
        `This version can’t use the database in ${variableOf('databaseUrl')}, because a newer version has migrated it: ${names}. Start the newer version instead.`,
      );
    }
    const done = new Set(rows.map(({ name }) => name));
    const missing = steps.filter(({ name }) => !done.has(name));
    if (!isOwner && missing.length > 0)
      throw new ConfigurationError(
        `The user in ${variableOf('databaseUrl')} can’t update the schema of the database: run "npm run network -- migrate" as its owner first.`,
      );
    for (const { name, sql, isBreaking = false } of missing) {
      await connection.query(sql);
      await connection.query('insert into network.migrations (name, breaking) values ($1, $2)', [
        name,
        isBreaking,
      ]);
    }
    if (isOwner && steps === migrations) await grantRoles(connection);
    return missing.map(({ name }) => name);
  });
}
