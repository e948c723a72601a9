import { systemCode } from '../../util/files.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { variableOf } from '../configuration/settings.ts';
import { type Database, DatabaseUnavailable, idleMs, sqlState } from './database.ts';
import { migrate } from './migrate.ts';

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
