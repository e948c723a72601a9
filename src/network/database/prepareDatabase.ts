import { Logger, runMigrations } from 'graphile-worker';
import { systemCode } from '../../util/systemCode.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { variableOf } from '../configuration/settings.ts';
import { type Database, DatabaseAway, sqlState } from './database.ts';
import { migrate } from './migrate.ts';

/** A logger for the queue, which would write to the console where people expect answers. */
export const silentLogger = new Logger(() => () => undefined);

/**
 * Brings the schema, and that of the queue, to this version; nothing happens where they are there.
 * @returns the names of the steps that were taken
 * @throws ConfigurationError where nothing answers, or the database or its user is not there; as `migrate` does
 */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const steps = await migrate(database).catch(unreachable);
  await runMigrations({ pgPool: database.pool, logger: silentLogger });
  return steps;
}

/** Of databases that are not there, and of users who are nobody or have no password. */
const refusals = /^(?:28|3D)/;

function unreachable(error: unknown): never {
  const reason = error instanceof DatabaseAway ? error.cause : error;
  const [code, state] = [systemCode(reason), sqlState(reason)];
  const isThere = state === undefined ? code === undefined : !refusals.test(state);
  if (isThere || !(reason instanceof Error)) throw error;
  throw new ConfigurationError(
    `${variableOf('databaseUrl')} names a database that can’t be reached: ${reason.message || code}.`,
    { cause: error },
  );
}
