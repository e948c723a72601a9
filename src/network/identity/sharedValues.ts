import { authUrlOf, type Configuration } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';

async function read<T>(database: Queryable, name: string): Promise<T | undefined> {
  const sql = 'select value from network.secrets where name = $1';
  return (await database.query<{ value: T }>(sql, [name])).rows[0]?.value;
}

/** Returns a secret that all nodes share. The first node that needs it creates it. */
export async function sharedSecret<T>(
  database: Queryable,
  name: string,
  make: () => Promise<T> | T,
): Promise<T> {
  const found = await read<T>(database, name);
  if (found !== undefined) return found;
  const sql = 'insert into network.secrets (name, value) values ($1, $2) on conflict do nothing';
  await database.query(sql, [name, JSON.stringify(await make())]);
  return (await read<T>(database, name)) ?? sharedSecret(database, name, make);
}

/** Stores the address of the account pages for commands, which may run without the settings of the node. */
export async function saveAuthUrl(database: Queryable, authUrl: string): Promise<void> {
  await database.query(
    `insert into network.secrets (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    ['account pages', JSON.stringify(authUrl)],
  );
}

/** Returns the address of the account pages for browsers, as the settings or else the latest node define it. */
export async function savedAuthUrl(database: Queryable, configuration: Configuration): Promise<string> {
  return configuration.authUrl ?? (await read<string>(database, 'account pages')) ?? authUrlOf(configuration);
}
