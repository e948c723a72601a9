import type { DatabaseSync } from 'node:sqlite';
import { fault } from '../../contract/fault.ts';
import { fileSize } from '../../util/files.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { columnNames, type RecordTable, widthOf } from '../data/tables.ts';
import { type Scalar, scalarText } from '../data/tree.ts';
import { quoted, sqliteModule, type SqliteTable, tablesIn, withSqlite } from '../lib/sqliteFile.ts';
import { allSheets, firstSheet } from './spreadsheets.ts';
import type { TitledTable } from './textTables.ts';
import { maxCells } from './workbook.ts';

/** SQLite's default maximum number of columns. */
const maxColumns = 2000;
/** The maximum length of values that aren't stored. A column can be computed, so 20 stored bytes can become a gigabyte. */
const computedLength = 64 * 1024 ** 2;

/** Reads the rows of a table or view in a database, or of all. @throws ConversionError */
export async function readSqlite(path: string, wanted: string | number): Promise<TitledTable[]> {
  const bytes = await fileSize(path);
  return withSqlite(path, (database) =>
    wantedIn(database, wanted).map((table) => ({ title: table.name, ...readTable(database, table, bytes) })),
  );
}

function wantedIn(database: DatabaseSync, wanted: string | number): readonly SqliteTable[] {
  const { readable, unreadable } = tablesIn(database);
  const found =
    wanted === allSheets
      ? readable
      : readable.filter(({ name }, index) => wanted === name || wanted === index + firstSheet);
  if (found.length > 0) return found;
  const [first] = readable.length === 0 ? unreadable : [];
  const named = typeof wanted === 'string' ? unreadable.find((name) => name === wanted) : first;
  if (named !== undefined) throw new ConversionError(fault('database.unreadable', named));
  throw new ConversionError(
    typeof wanted === 'string'
      ? fault('database.noTable', wanted)
      : fault('database.noTableNumber', String(Math.max(firstSheet, wanted))),
  );
}

/** A view may fail at any row, if its computation does. */
function readTable(database: DatabaseSync, table: SqliteTable, fileBytes: number): RecordTable {
  try {
    return tableIn(database, table, fileBytes);
  } catch (error) {
    if (!table.isView || isConversionError(error)) throw error;
    throw new ConversionError(fault('database.unreadable', table.name), { cause: error });
  }
}

function tableIn(database: DatabaseSync, { name, storedIn }: SqliteTable, fileBytes: number): RecordTable {
  const header = columnsIn(database, name);
  // The first column of an index is the number of the row.
  const first = name === storedIn ? 0 : 1;
  const columns = columnsIn(database, storedIn).slice(first, first + header.length);
  const select = database.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(storedIn)}`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  const rows: Scalar[][] = [];
  let textLeft = computedLength + 2 * fileBytes;
  let mayBeInvalid = false;
  for (const row of select.iterate() as Iterable<unknown>) {
    if (!Array.isArray(row)) throw damaged('database');
    if ((rows.length + 1) * header.length > maxCells)
      throw new ConversionError(fault('table.cells', maxCells));
    const scalars = row.map(scalarOf);
    for (const each of scalars) {
      if (typeof each !== 'string') continue;
      textLeft -= each.length;
      mayBeInvalid ||= each.includes(replacement);
    }
    if (textLeft < 0) throw new ConversionError(fault('file.size'));
    rows.push(scalars);
  }
  const { encoding } = database.prepare('PRAGMA encoding').get() ?? {};
  // SQLite combines halves of characters in UTF-16 to other characters.
  if (mayBeInvalid || encoding !== 'UTF-8') checkTexts(database, storedIn, columns, String(encoding));
  return { header, rows };
}

function columnsIn(database: DatabaseSync, table: string): string[] {
  return database
    .prepare(`SELECT * FROM ${quoted(table)}`)
    .columns()
    .map(({ name }) => name);
}

/** The character that Node.js returns instead of invalid bytes. */
const replacement = '\uFFFD';

/** Reads the bytes of all texts. @throws ConversionError with the place of an invalid text */
function checkTexts(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  encoding: string,
): void {
  const texts = columns
    .map(quoted)
    .map((each) => `CASE typeof(${each}) WHEN 'text' THEN CAST(${each} AS BLOB) END`);
  const select = database.prepare(`SELECT ${texts.join(', ')} FROM ${quoted(table)}`);
  select.setReturnArrays(true);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let number = 0;
  for (const row of select.iterate() as Iterable<unknown>) {
    number += 1;
    for (const [at, bytes] of (Array.isArray(row) ? row : []).entries()) {
      if (!(bytes instanceof Uint8Array)) continue;
      try {
        decoder.decode(bytes);
      } catch (cause) {
        throw new ConversionError(fault('database.text', number, columns[at] ?? '', encoding), { cause });
      }
    }
  }
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

/** Makes the names of columns or sheets unique and short enough. SQLite and spreadsheets ignore case in names. */
export function uniqueNames(
  names: readonly string[],
  maxLength = Number.POSITIVE_INFINITY,
  ...reserved: readonly string[]
): string[] {
  const taken = new Set(reserved);
  return names.map((wanted) => {
    let name = wanted.slice(0, maxLength);
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) {
      name = `${wanted.slice(0, maxLength - `_${n}`.length)}_${n}`;
    }
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

/** Derives the table's name from the file name. SQLite reserves names that start with `sqlite_`. */
export function tableName(fileName: string): string {
  const base = fileName.replace(/\.[^.]*$/, '').replaceAll('\0', '');
  return base === '' || /^sqlite_/i.test(base) ? 'data' : base;
}
