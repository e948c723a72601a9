import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fault } from '../../contract/faults/fault.ts';
import { fileSize } from '../../util/fileSize.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import { columnNames, type RecordTable, widthOf } from '../data/records.ts';
import { type Scalar, scalarText } from '../data/tree.ts';
import { maxCells } from './workbook.ts';

/** @throws ConversionError in builds of Electron that lack the module */
async function sqliteModule(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    throw new ConversionError(fault('database.module'), { cause: error });
  }
}

/** SQLite's own limit. */
const maxColumns = 2000;
/** Length of text that isn't stored: columns can be computed, and a value of 20 bytes can be a gigabyte then. */
const computedLength = 64 * 1024 ** 2;

/** Reads a table of a database, which can't be a view: only stored rows are read. @throws ConversionError */
export async function readSqlite(path: string, wanted: string | number = 1): Promise<RecordTable> {
  const sqlite = await sqliteModule();
  let database: DatabaseSync | undefined;
  try {
    // An immutable database is read without its log and without files beside it.
    const location = pathToFileURL(path);
    location.searchParams.set('immutable', '1');
    database = new sqlite.DatabaseSync(location, { readOnly: true, allowExtension: false });
    // Expressions in the schema of somebody else's database can't call what has effects.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const size = database.prepare(
      'SELECT page_size * page_count AS bytes FROM pragma_page_size, pragma_page_count',
    );
    const bytes = await fileSize(path);
    // SQLite itself doesn't notice that part of the last page is missing.
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
    // Nobody else has the file, and if the process dies, it is deleted.
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

/** SQLite ignores case in names, and starts names of its own with `sqlite_`. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((wanted) => {
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${wanted}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The affinity of a column; one of mixed values has none, so that each stays as it is. */
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

const mostInteger = 2n ** 63n;

/** A value that SQLite stores exactly. */
function stored(scalar: Scalar): Stored {
  if (typeof scalar === 'boolean') return Number(scalar);
  if (typeof scalar === 'bigint' && scalar >= -mostInteger && scalar < mostInteger) return scalar;
  if (typeof scalar === 'number' && Number.isFinite(scalar)) {
    return Number.isSafeInteger(scalar) && !Object.is(scalar, -0) ? BigInt(scalar) : scalar;
  }
  return scalar === null ? null : scalarText(scalar);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table's name, made of that of its file. */
export function tableName(fileName: string): string {
  const base = fileName.replace(/\.[^.]*$/, '').replaceAll('\0', '');
  return base === '' || /^sqlite_/i.test(base) ? 'data' : base;
}
