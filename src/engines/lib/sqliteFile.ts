import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fault } from '../../contract/fault.ts';
import { fileSize } from '../../util/files.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';

/** Loads Node's SQLite module. @throws ConversionError in builds of Electron that lack the module */
export async function sqliteModule(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    throw new ConversionError(fault('database.module'), { cause: error });
  }
}

/** Opens an untrusted database, uses it, and closes it. @throws ConversionError */
export async function withSqlite<T>(path: string, use: (database: DatabaseSync) => T): Promise<T> {
  const sqlite = await sqliteModule();
  let database: DatabaseSync | undefined;
  try {
    // SQLite reads an immutable database without its write-ahead log and other files beside it.
    const location = pathToFileURL(path);
    location.searchParams.set('immutable', '1');
    database = new sqlite.DatabaseSync(location, { readOnly: true, allowExtension: false });
    // Expressions in an untrusted schema can't call functions with side effects, and sorting writes no files.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY');
    const size = database.prepare(
      'SELECT page_size * page_count AS bytes FROM pragma_page_size, pragma_page_count',
    );
    // SQLite doesn't notice if a part of the last page is missing.
    if (Number(size.get()?.['bytes']) > (await fileSize(path))) throw damaged('database');
    return use(database);
  } catch (error) {
    throw isConversionError(error) ? error : damaged('database', error);
  } finally {
    database?.close();
  }
}

/** A table of a database and the table that stores its rows, or a view, which computes them. */
export interface SqliteTable {
  readonly name: string;
  readonly storedIn: string;
  readonly isView: boolean;
}

interface SqliteTables {
  readonly readable: readonly SqliteTable[];
  /** The names of the others. */
  readonly unreadable: readonly string[];
}

/**
 * Lists all tables but SQLite's own. A virtual table is computed by a module; only full-text indexes store its rows as
 * they are, in a table of their own, unless they compress them. They come after the other tables, and before the views.
 */
export function tablesIn(database: DatabaseSync): SqliteTables {
  const list = database.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all();
  const types = new Map(list.map(({ name, type }) => [String(name), type]));
  const tables: SqliteTable[] = [];
  const indexes: SqliteTable[] = [];
  const views: SqliteTable[] = [];
  const unreadable: string[] = [];
  const schema = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid";
  for (const { name: value, sql } of database.prepare(schema).iterate()) {
    const [name, content] = [String(value), `${String(value)}_content`];
    const isPacked = types.get(content) !== 'shadow' || /compress/i.test(String(sql));
    const type = types.get(name);
    if (type === 'table' && !name.startsWith('sqlite_')) tables.push({ name, storedIn: name, isView: false });
    if (type === 'virtual' && !isPacked) indexes.push({ name, storedIn: content, isView: false });
    if (type === 'view' && isValid(database, name)) views.push({ name, storedIn: name, isView: true });
    else if (type === 'view' || (type === 'virtual' && isPacked)) unreadable.push(name);
  }
  return { readable: [...tables, ...indexes, ...views], unreadable };
}

/** True for a view whose tables and functions all exist, and may be used. */
function isValid(database: DatabaseSync, view: string): boolean {
  try {
    database.prepare(`SELECT * FROM ${quoted(view)}`);
    return true;
  } catch {
    return false;
  }
}

/** Returns a name as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
