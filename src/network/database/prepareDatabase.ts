import { Logger, runMigrations } from 'graphile-worker';
import { systemCode } from '../../util/systemCode.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { variableOf } from '../configuration/settings.ts';
import { type Database, DatabaseAway, idleMs, sqlState } from './database.ts';
import { migrate } from './migrate.ts';

/** A logger for the queue, which would write to the console where people expect answers. */
export const silentLogger = new Logger(() => () => undefined);

/**
 * Brings the schema, and that of the queue, to this version; nothing happens where they are there.
 * @returns the names of the steps that were taken
 * @throws ConfigurationError where nothing answers, or the database or its user is not there; as `migrate` does
 */
export async function prepareDatabase(database: Database): Promise<string[]> {
  await checkSession(database).catch(unreachable);
  const steps = await migrate(database);
  await runMigrations({ pgPool: database.pool, logger: silentLogger });
  return steps;
}

/** A pooler has connections for others, too, so that it refuses or forgets what was set for one. */
async function checkSession(database: Database): Promise<void> {
  const { rows } = await database.query<{ isKept: boolean }>(
    `select current_setting('idle_in_transaction_session_timeout')::interval = $1 * interval '1 millisecond' as "isKept"`,
    [idleMs],
  );
  if (rows[0]?.isKept !== true) throw notDirect();
}

const protocolViolation = '08P01';

function notDirect(): ConfigurationError {
  return new ConfigurationError(
    `${variableOf('databaseUrl')} has to lead to PostgreSQL itself: PgBouncer and other poolers aren’t supported.`,
  );
}

/** Of databases that are not there, and of users who are nobody or have no password. */
const refusals = /^(?:28|3D)/;

function unreachable(error: unknown): never {
  const reason = error instanceof DatabaseAway ? error.cause : error;
  const [code, state] = [systemCode(reason), sqlState(reason)];
  if (state === protocolViolation) throw notDirect();
  const isThere = state === undefined ? code === undefined : !refusals.test(state);
  if (isThere || !(reason instanceof Error)) throw error;
  throw new ConfigurationError(
    `${variableOf('databaseUrl')} names a database that can’t be reached: ${reason.message || code}.`,
    { cause: error },
  );
}
