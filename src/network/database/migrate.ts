import { ConfigurationError } from '../configuration/configurationError.ts';
import { variableOf } from '../configuration/settings.ts';
import type { Database } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';

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
