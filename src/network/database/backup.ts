import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import * as z from 'zod/mini';
import { parseJson } from '../../util/json.ts';
import { ConfigurationError } from '../configuration.ts';
import type { Queryable } from './database.ts';
import { appliedSteps, cannotConnect, lockSchema, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const format = 'file-utility-network backup 1';

/**
 * A backup is a compressed list of frames: a length in four bytes, and as much content. The first one is this header. The
 * rows of each table follow in the text format of `copy`, which all versions of PostgreSQL read, and then an empty frame.
 */
const headerSchema = z.object({
  format: z.literal(format),
  migrations: z.array(z.string()),
  /** The tables, in an order in which their foreign keys are valid. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
type Header = z.infer<typeof headerSchema>;
type Table = Header['tables'][number];

const maxFrameBytes = 1024 ** 2;

/**
 * Writes everything in the database to a file, as of one moment, while the network may run. An earlier file is only
 * replaced by a complete one.
 * @returns the number of rows
 * @throws ConfigurationError if there is no network, or the file can't be written
 */
export async function backUp(url: string, file: string): Promise<number> {
  return connected(url, async (client, connection) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    const steps = await appliedSteps(connection);
    if (steps.length === 0) throw new ConfigurationError('There is no network in the database.');
    const tables = await tablesIn(connection);
    const header: Header = { format, migrations: steps, tables };
    const partial = `${file}.${process.pid}.partial`;
    let rows = 0;
    const frames = async function* () {
      yield* frame(Buffer.from(JSON.stringify(header)));
      for (const table of tables) {
        const copy = client.query(copyTo(`copy ${columnsOf(table)} to stdout`));
        for await (const chunk of copy) yield* frame(chunk);
        yield* frame(Buffer.alloc(0));
        rows += copy.rowCount;
      }
    };
    try {
      // It contains hashes of passwords, and the identity provider's private key.
      const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(frames, createGzip(), output);
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw new ConfigurationError(`${file} can’t be written: ${reasonOf(error)}.`, { cause: error });
    }
    return rows;
  });
}

/**
 * Reads a whole backup, so that a damaged one is noticed before anything is changed.
 * @throws ConfigurationError if this version can't restore it
 */
export async function checkBackup(file: string): Promise<Header> {
  const frames = framesIn(file);
  try {
    const { value } = await frames.next();
    const header = headerSchema.parse(parseJson(String(value)));
    let tables = 0;
    for await (const { length } of frames) if (length === 0) tables += 1;
    if (tables === header.tables.length) return header;
    throw new Error('it has other tables');
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? 'it has no header' : reasonOf(error);
    throw new ConfigurationError(`${file} isn’t a complete backup of a network: ${reason}.`, {
      cause: error,
    });
  }
}

/**
 * Restores a backup into an empty database, and updates its schema to this version. Changes everything or nothing.
 * @returns the number of rows
 * @throws ConfigurationError if the database or the backup doesn't permit it
 */
export async function restore(url: string, file: string, header: Header): Promise<number> {
  const steps = migrations.slice(0, header.migrations.length);
  if (header.migrations.join() !== steps.map(({ name }) => name).join())
    throw new ConfigurationError(
      `${file} is from another version of the network: restore it with that version.`,
    );
  return connected(url, async (client, connection) => {
    const within = { transaction: async <T>(run: (by: Queryable) => Promise<T>) => run(connection) };
    const frames = framesIn(file);
    await frames.next();
    let rows = 0;
    try {
      await client.query('begin');
      await lockSchema(connection);
      await checkEmpty(connection, header);
      await migrate(within, steps);
      const tables = await tablesIn(connection);
      if (!isDeepStrictEqual(tables, header.tables)) throw new Error('it has other tables');
      for (const table of tables) {
        // Triggers would repeat what they did when the rows were new, such as entries in the audit log.
        await client.query(`alter table network.${table.name} disable trigger user`);
        const copy = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`));
        await pipeline(rowsOf(frames), copy);
        rows += copy.rowCount;
        await client.query(`alter table network.${table.name} enable trigger user`);
      }
      await client.query(advanceSequences);
      await migrate(within);
      await client.query('commit');
      return rows;
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      throw new ConfigurationError(`${file} can’t be restored: ${reasonOf(error)}.`, { cause: error });
    }
  });
}

/** Refuses a database with rows, or with a newer schema than the backup's. */
async function checkEmpty(connection: Queryable, header: Header): Promise<void> {
  const isNewer = (await appliedSteps(connection)).some((name) => !header.migrations.includes(name));
  if (isNewer)
    throw new ConfigurationError('The database has a newer schema than the backup. Use a new one.');
  for (const { name } of await tablesIn(connection))
    if ((await connection.query(`select from network.${name} limit 1`)).rowCount !== 0)
      throw new ConfigurationError('The database isn’t empty. Restore the backup into a new one.');
}

const advanceSequences = `do $$ declare c record; begin
  for c in select attrelid::regclass::text as source, attname as name from pg_attribute
    where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = 'network'::regnamespace)
  loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
      c.source, c.name, c.name, c.source);
  end loop;
end $$`;

/** The tables in the database, except the list of migrations. Names are quoted for SQL where they must be. */
async function tablesIn(connection: Queryable): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
    with recursive deep (id, depth) as (
      select c.oid, 0 from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = 'network' and relkind = 'r' and relname <> 'migrations'
      union select conrelid, depth + 1 from deep join pg_constraint on confrelid = id and contype = 'f'
    ), tables as (select id, max(depth) as depth from deep group by id)
    select quote_ident(relname) as name, array(select quote_ident(attname) from pg_attribute
      where attrelid = id and attnum > 0 and not attisdropped order by attnum) as columns
    from tables join pg_class on oid = id order by depth, relname`);
  return rows;
}

function columnsOf({ name, columns }: Table): string {
  return `network.${name} (${columns.join()})`;
}

function* frame(content: Buffer): Iterable<Buffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  yield length;
  if (content.length > 0) yield content;
}

/** The frames of a backup. @throws Error if the file ends early, or isn't a backup */
async function* framesIn(file: string): AsyncGenerator<Buffer, undefined> {
  let rest = Buffer.alloc(0);
  const input = createReadStream(file);
  const unzip = createGunzip();
  input.once('error', (error) => unzip.destroy(error));
  for await (const chunk of input.pipe(unzip)) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const end = 4 + rest.readUInt32BE();
      if (end > maxFrameBytes) throw new Error('it is damaged');
      if (rest.length < end) break;
      yield rest.subarray(4, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error('it ends early');
}

/** The rows of the next table. */
async function* rowsOf(frames: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value } = await frames.next();
    if (value === undefined || value.length === 0) return;
    yield value;
  }
}

/** Runs `work` on a connection without limits of time. It rolls back what `work` doesn't commit. */
async function connected<T>(
  url: string,
  work: (client: Client, connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect().catch(cannotConnect);
  try {
    return await work(client, { query: async (sql, values = []) => client.query(sql, [...values]) });
  } finally {
    await client.end();
  }
}

/** Returns an error's reason for the terminal. The database may quote what is in the file. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\p{C}/gu, ' ');
}
