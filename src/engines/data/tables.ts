import Papa from 'papaparse';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { writeNdjson } from './json.ts';
import {
  addUnique,
  isList,
  isMap,
  isScalar,
  lineAt,
  parseExactNumber,
  type Scalar,
  scalarText,
  type Tree,
  type TreeMap,
} from './tree.ts';

/** Rows of cells below an optional header with the column names. */
export interface RecordTable {
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly Scalar[])[];
}

/**
 * The maximum number of columns in a spreadsheet. Without this limit, records without common keys would make a table
 * whose size is the square of their number.
 */
const maxColumns = 16_384;

/**
 * Converts data to a table: a row for each entry of its list, or of the only list in it; otherwise, a single row.
 * Nested keys become columns such as `name.first`, and lists in records become JSON text.
 */
export function tableOf(tree: Tree): RecordTable {
  const entries = listIn(tree) ?? [tree];
  if (entries.every(isList)) return { header: undefined, rows: entries.map((row) => row.map(cellOf)) };
  const records = entries.map((entry) =>
    isMap(entry) ? flatten(entry) : new Map([['value', cellOf(entry)]]),
  );
  const columns = new Set<string>();
  for (const record of records) for (const column of record.keys()) columns.add(column);
  if (columns.size > maxColumns) {
    throw new ConversionError(fault('data.columns', maxColumns));
  }
  const header = [...columns];
  return { header, rows: records.map((record) => header.map((column) => record.get(column) ?? null)) };
}

/** Returns the table with typed values in each column whose cells are all numbers, or all `true` or `false`. */
export function typedTable(table: RecordTable): RecordTable {
  const { rows } = table;
  const typed = Array.from({ length: widthOf(table) }, (_, at) => isTyped(rows, at));
  return { ...table, rows: rows.map((row) => row.map((cell, at) => (typed[at] ? typedCell(cell) : cell))) };
}

/** Converts each row to a map, or to a list if the columns have no names. */
export function recordsOf(table: RecordTable): Tree {
  const { header, rows } = table;
  if (header === undefined) return rows;
  const names = columnNames(header, widthOf(table));
  return rows.map((row) => new Map(names.map((name, at) => [name, row[at] ?? null])));
}

/** Returns a table's number of columns, whether or not they have names. */
export function widthOf({ header, rows }: RecordTable): number {
  return rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
}

/** Finds a list that is the only entry of a map, or of nested maps: `{ "countries": [ … ] }`. */
function listIn(tree: Tree): readonly Tree[] | undefined {
  if (isList(tree)) return tree;
  if (!isMap(tree)) return undefined;
  // Attributes such as namespace declarations aren't part of the records.
  const entries = [...tree].filter(([key]) => !key.startsWith('@'));
  return entries.length === 1 && entries[0] ? listIn(entries[0][1]) : undefined;
}

export function flatten(map: TreeMap, prefix = ''): Map<string, Scalar> {
  const cells = new Map<string, Scalar>();
  for (const [key, value] of map) {
    if (isMap(value) && value.size > 0) {
      for (const [column, cell] of flatten(value, `${prefix}${key}.`)) addUnique(cells, column, cell);
    } else addUnique(cells, prefix + key, cellOf(value));
  }
  return cells;
}

function cellOf(tree: Tree): Scalar {
  return isScalar(tree) ? tree : writeNdjson([tree]).trimEnd();
}

/** Returns unique column names. Missing and duplicate ones get a number, so that no column is lost. */
export function columnNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const wanted = header[at] || `column${at + 1}`;
    let name = wanted;
    for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${n}`;
    taken.add(name);
    return name;
  });
}

const canonicalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/**
 * True if all values of a column are numbers or Booleans that are written back identically. A column with `007` or
 * `1.50` stays text.
 */
function isTyped(rows: RecordTable['rows'], at: number): boolean {
  const cells = rows
    .map((row) => row[at])
    .filter((cell) => cell !== '' && cell !== null && cell !== undefined);
  const all = (test: (text: string) => boolean): boolean =>
    cells.every((cell) => typeof cell === 'string' && test(cell));
  return (
    cells.length > 0 &&
    (all((text) => canonicalNumber.test(text) && text !== '-0') ||
      all((text) => /^(?:true|false)$/.test(text)))
  );
}

function typedCell(cell: Scalar): Scalar {
  if (cell === '' || typeof cell !== 'string') return null;
  return cell === 'true' || cell === 'false' ? cell === 'true' : parseExactNumber(cell);
}

/** Reads CSV. If no delimiter is given, detects whether commas, semicolons, tabs, or pipes fit best. */
export function readCsv(text: string, delimiter: string | undefined, hasHeader: boolean): RecordTable {
  const named = delimiter === undefined ? separatorLine.exec(text) : null;
  const separator = delimiter ?? named?.[1] ?? (hasDecimalCommas(text) ? ';' : undefined);
  const config = {
    // By default, the parser only splits lines at the kind of line break that occurs first, which fails for files with
    // both kinds. `withoutLineEnd` removes the remaining `\r`.
    ...(text.includes('\r\n') ? { newline: '\n' as const } : {}),
    ...(separator === undefined ? {} : { delimiter: separator }),
  };
  const delimitersToGuess = [',', ';', '\t', '|'];
  const { data: found, errors } = Papa.parse<string[]>(text, {
    ...config,
    delimitersToGuess,
    skipEmptyLines: true,
  });
  const data = found.every((row) => row.length === 1) ? singleColumn(text, config) : found;
  if (named) data.shift();
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) {
    const line = unclosed.index === undefined ? unclosed.row : lineAt(text, unclosed.index);
    throw new ConversionError(line === undefined ? fault('csv.quotes') : fault('csv.quotesInLine', line));
  }
  const all = text.includes('\r\n') ? data.map(withoutLineEnd) : data;
  const [header = [], ...rows] = all;
  return hasHeader ? { header, rows } : { header: undefined, rows: all };
}

/** Reads a single column. An empty line is no row, but a pair of quotes is an empty cell. */
function singleColumn(
  text: string,
  config: { readonly newline?: '\n'; readonly delimiter?: string },
): string[][] {
  const rows: string[][] = [];
  let end = 0;
  const step = ({ data, meta }: Papa.ParseStepResult<string[]>): void => {
    const isEmptyLine = /^\r?$/.test(data[0] ?? '') && !text.slice(end, meta.cursor).includes('"');
    if (!isEmptyLine) rows.push(data);
    end = meta.cursor;
  };
  Papa.parse(text, { delimiter: ',', ...config, step });
  return rows;
}

/** A first line that tells Excel the separator. It isn't part of the table. */
const separatorLine = /^sep=([,;\t|])\r?\n/i;
const linesToGuess = 10;

/** True if semicolons separate numbers such as `1,5`. Commas would split these lines just as regularly. */
function hasDecimalCommas(text: string): boolean {
  const lines = text.split('\n', linesToGuess).filter((line) => line.trim() !== '');
  const counts = new Set(lines.map((line) => line.split(';').length));
  return counts.size === 1 && !counts.has(1) && lines.every((line) => !/(?<!\d),|,(?!\d)/.test(line));
}

function withoutLineEnd(row: string[]): string[] {
  const last = row.at(-1);
  return last?.endsWith('\r') === true ? [...row.slice(0, -1), last.slice(0, -1)] : row;
}

/** Writes CSV as specified in RFC 4180. */
export function writeCsv(table: RecordTable, delimiter: string): string {
  const { header, rows } = table;
  const cells = rows.map((row) => row.map(scalarText));
  const all = header === undefined ? cells : [[...header], ...cells];
  // Readers skip empty lines.
  const quotes = widthOf(table) === 1 ? (cell: unknown): boolean => cell === '' : false;
  return all.length === 0 ? '' : `${Papa.unparse(all, { delimiter, newline: '\r\n', quotes })}\r\n`;
}
