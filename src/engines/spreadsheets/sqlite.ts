import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fault } from '../../contract/faults/fault.ts';
import { fileSize } from '../../util/fileSize.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import { columnNames, type RecordTable, widthOf } from '../data/records.ts';
import { type Scalar, scalarText } from '../data/tree.ts';
import { maxCells } from './workbook.ts';

/** Loads Node's SQLite module. @throws ConversionError in builds of Electron that lack the module */
async function sqliteModule(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    throw new ConversionError(fault('database.module'), { cause: error });
  }
}

/** SQLite's default maximum number of columns. */
const maxColumns = 2000;
/** The maximum length of values that aren't stored. A column can be computed, so 20 stored bytes can become a gigabyte. */
const computedLength = 64 * 1024 ** 2;

/** Reads the stored rows of a database table. Views aren't supported. @throws ConversionError */
export async function readSqlite(path: string, wanted: string | number = 1): Promise<RecordTable> {
  const sqlite = await sqliteModule();
  let database: DatabaseSync | undefined;
  try {
    // SQLite reads an immutable database without its write-ahead log and other files beside it.
    const location = pathToFileURL(path);
    location.searchParams.set('immutable', '1');
    database = new sqlite.DatabaseSync(location, { readOnly: true, allowExtension: false });
    // Expressions in an untrusted schema can't call functions with side effects.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const size = database.prepare(
      'SELECT page_size * page_count AS bytes FROM pragma_page_size, pragma_page_count',
    );
    const bytes = await fileSize(path);
    // SQLite doesn't notice if a part of the last page is missing.
    if (Number(size.get()?.['bytes']) > bytes) throw damaged('database');
    return tableIn(database, nameIn(database, wanted), bytes);
  } catch (error) {
    throw isConversionError(error) ? error : damaged('database', error);
  } finally {
    database?.close();
  }
}

function nameIn(database: DatabaseSync, wanted: string | number): string {
  const names = database
    .prepare(
      "SELECT s.name FROM sqlite_schema AS s JOIN pragma_table_list AS l ON l.name = s.name AND l.schema = 'main' WHERE l.type = 'table' AND s.type = 'table' AND s.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY s.rowid",
    )
    .all()
    .map((each) => String(each['name']));
  const name = typeof wanted === 'number' ? names[wanted - 1] : names.find((each) => each === wanted);
  if (name !== undefined) return name;
  throw new ConversionError(
    typeof wanted === 'number'
      ? fault('database.noTableNumber', String(wanted))
      : fault('database.noTable', wanted),
  );
}

function tableIn(database: DatabaseSync, name: string, fileBytes: number): RecordTable {
  const select = database.prepare(`SELECT * FROM ${quoted(name)}`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  const header = select.columns().map((column) => column.name);
  const rows: Scalar[][] = [];
  let textLeft = computedLength + 2 * fileBytes;
  for (const row of select.iterate() as Iterable<unknown>) {
    if (!Array.isArray(row)) throw damaged('database');
    if ((rows.length + 1) * header.length > maxCells)
      throw new ConversionError(fault('table.cells', maxCells));
    const scalars = row.map(scalarOf);
    for (const each of scalars) if (typeof each === 'string') textLeft -= each.length;
    if (textLeft < 0) throw new ConversionError(fault('file.size'));
    rows.push(scalars);
  }
  return { header, rows };
}

function scalarOf(value: unknown): Scalar {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Writes a new database with one table. @throws ConversionError */
export async function writeSqlite(table: RecordTable, name: string, outputPath: string): Promise<void> {
  const sqlite = await sqliteModule();
  const width = widthOf(table);
  if (width > maxColumns) throw new ConversionError(fault('data.columns', maxColumns));
  const columns = uniqueNames(columnNames(table.header ?? [], Math.max(1, width)));
  const database = new sqlite.DatabaseSync(outputPath);
  try {
    // A journal isn't needed: no other program uses the file, and it is deleted if the process dies.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    const types = columns.map((_, at) => typeOf(table.rows, at));
    const definitions = columns.map((column, at) => `${quoted(column)} ${types[at] ?? 'TEXT'}`);
    database.exec(`CREATE TABLE ${quoted(name)} (${definitions.join(', ')})`);
    const insert = database.prepare(
      `INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of table.rows) insert.run(...columns.map((_, at) => stored(row[at] ?? null)));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Makes column names unique. SQLite ignores case in names. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((wanted) => {
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${wanted}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Returns the type affinity of a column. A column with text and numbers has none, so that each value keeps its type. */
function typeOf(rows: RecordTable['rows'], at: number): 'INTEGER' | 'REAL' | 'NUMERIC' | 'TEXT' | '' {
  const kinds = new Set(rows.map((row) => kindOf(stored(row[at] ?? null))));
  kinds.delete('');
  const [kind = ''] = kinds;
  if (kinds.size <= 1) return kind;
  return kinds.has('TEXT') ? '' : 'NUMERIC';
}

type Stored = string | number | bigint | null;

function kindOf(value: Stored): 'INTEGER' | 'REAL' | 'TEXT' | '' {
  if (value === null) return '';
  if (typeof value === 'string') return 'TEXT';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'INTEGER' : 'REAL';
}

const maxInteger = 2n ** 63n;

/** Returns a value in a form that SQLite stores exactly. */
function stored(scalar: Scalar): Stored {
  if (typeof scalar === 'boolean') return Number(scalar);
  if (typeof scalar === 'bigint' && scalar >= -maxInteger && scalar < maxInteger) return scalar;
  if (typeof scalar === 'number' && Number.isFinite(scalar)) {
    return Number.isSafeInteger(scalar) && !Object.is(scalar, -0) ? BigInt(scalar) : scalar;
  }
  return scalar === null ? null : scalarText(scalar);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Derives the table's name from the file name. SQLite reserves names that start with `sqlite_`. */
export function tableName(fileName: string): string {
  const base = fileName.replace(/\.[^.]*$/, '').replaceAll('\0', '');
  return base === '' || /^sqlite_/i.test(base) ? 'data' : base;
}
