import { Logger, runMigrations } from 'graphile-worker';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** A logger for the queue, which would write to the console where people expect answers. */
export const silentLogger = new Logger(() => () => undefined);

/**
 * Brings the schema, and that of the queue, to this version; nothing happens where they are there.
 * @returns the names of the steps that were taken
 */
export async function prepareDatabase(database: Database): Promise<string[]> {
  const steps = await migrate(database);
  await runMigrations({ pgPool: database.pool, logger: silentLogger });
  return steps;
}
