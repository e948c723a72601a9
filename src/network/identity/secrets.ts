import type { Queryable } from '../database/database.ts';

/** Returns a secret that all nodes share. The first node that needs it creates it. */
export async function sharedSecret<T>(
  database: Queryable,
  name: string,
  make: () => Promise<T> | T,
): Promise<T> {
  const read = async (): Promise<T | undefined> =>
    (await database.query<{ value: T }>('select value from network.secrets where name = $1', [name])).rows[0]
      ?.value;
  const found = await read();
  if (found !== undefined) return found;
  const sql = 'insert into network.secrets (name, value) values ($1, $2) on conflict do nothing';
  await database.query(sql, [name, JSON.stringify(await make())]);
  return (await read()) ?? sharedSecret(database, name, make);
}
