import type { Database, Queryable } from './database.ts';
import { type Migration, migrations } from './migrations/index.ts';

/** Any number, the same in every version: nodes that start together wait for each other. */
const lockNumber = 7_205_331_842;

/**
 * Brings the schema to this version, step by step, each whole or not at all; nothing happens where it is there.
 * @returns the names of the steps that were taken
 * @throws Error for a schema that a newer version has made
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
      )`);
    const done = await namesOf(connection);
    const unknown = [...done].filter((name) => !steps.some((step) => step.name === name));
    if (unknown.length > 0) {
      throw new Error(`The database was made by a newer version, which has ${unknown.join(', ')}.`);
    }
    const missing = steps.filter(({ name }) => !done.has(name));
    for (const { name, sql } of missing) {
      await connection.query(sql);
      await connection.query('insert into network.migrations (name) values ($1)', [name]);
    }
    return missing.map(({ name }) => name);
  });
}

async function namesOf(connection: Queryable): Promise<Set<string>> {
  const { rows } = await connection.query<{ name: string }>('select name from network.migrations');
  return new Set(rows.map(({ name }) => name));
}
