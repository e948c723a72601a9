import { systemCode } from '../../util/files.ts';
import { ConfigurationError } from '../configuration.ts';
import { variableOf } from '../settings.ts';
import { type Database, DatabaseUnavailable, idleMs, sqlState } from './database.ts';
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
  const reason = error.cause;
  if (sqlState(reason) === protocolViolation) throw notDirect();
  const why = reason instanceof Error && reason.message !== '' ? reason.message : systemCode(reason);
  throw new ConfigurationError(`Can’t connect to the database in ${variableOf('databaseUrl')}: ${why}.`, {
    cause: error,
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

/**
 * Updates the database schema to this version. Applies either all steps or none.
 * @returns the names of the applied steps
 * @throws ConfigurationError if a newer version changed the schema so that this version can't use it
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  return database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    await connection.query(`
      create schema if not exists network;
      create table if not exists network.migrations (
        name text primary key,
        at timestamptz not null default now()
      );
      alter table network.migrations add column if not exists breaking boolean not null default false`);
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
    for (const { name, sql, isBreaking = false } of missing) {
      await connection.query(sql);
      await connection.query('insert into network.migrations (name, breaking) values ($1, $2)', [
        name,
        isBreaking,
      ]);
    }
    return missing.map(({ name }) => name);
  });
}
