import { type BookType, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import type * as z from 'zod/mini';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { readCsv, recordsOf, type RecordTable, tableOf, typedTable, writeCsv } from '../data/tables.ts';
import { readJson, readNdjson, writeJson, writeNdjson } from '../data/json.ts';
import { checkDepth, type Scalar, scalarText, tooDeep } from '../data/tree.ts';
import { readText } from '../lib/readText.ts';
import { tableDefaults } from '../lib/textOptions.ts';
import { methods } from '../lib/zip.ts';
import { newEntry, ZipWriter } from '../lib/zipWriter.ts';
import { cellsOf, tableOfSheet } from './cells.ts';
import { writeOpenDocument } from './openDocument.ts';
import { type ParquetRows, readParquet, writeParquet } from './parquet.ts';
import { allSheets, firstSheet, manyTables, sheetOptions } from './spreadsheets.ts';
import { readSqlite, tableName, uniqueNames, writeSqlite } from './sqlite.ts';
import { type TitledTable, writeHtml, writeMarkdown } from './textTables.ts';
import { openWorkbook, sheetOf } from './workbook.ts';

type SheetOptions = z.infer<typeof sheetOptions>;

const bookTypes: Readonly<Record<string, BookType>> = { xlsx: 'xlsx', xls: 'biff8', ods: 'ods' };
/** The maximum numbers of rows and columns in a sheet of each format. */
const maxSheetSizes: Readonly<Record<string, readonly [number, number]>> = {
  xlsx: [1_048_576, 16_384],
  ods: [1_048_576, 16_384],
  xls: [65_536, 256],
};
const maxCellCharacters = 32_767;

/** Converts between workbooks, from a sheet or database table to text, and from text tables to workbooks and databases. */
export async function convertSheets(task: EngineTask): Promise<EngineResult> {
  const { from, to, options, inputPath, outputPath } = task;
  const wanted = sheetOptions.parse(options);
  try {
    if (textSources.has(from)) {
      const table = readTable(await readText(inputPath, from, wanted.encoding), from, to, wanted);
      if (to === 'parquet') await writeParquet(table, outputPath);
      else if (to === 'sqlite') await writeSqlite(table, tableName(task.fileName), outputPath);
      else await writeTables([table], task, wanted);
      return {};
    }
    if (from === 'parquet') {
      await writeFile(outputPath, fromParquet(await readParquet(inputPath), to, wanted));
      return {};
    }
    const usual = manyTables.has(to) ? allSheets : firstSheet;
    if (from === 'sqlite') {
      const tables = await readSqlite(inputPath, wanted.table ?? usual);
      const { header = true } = wanted;
      return await writeTables(header ? tables : tables.map(withoutHeader), task, wanted);
    }
    const workbook = await openWorkbook(inputPath, from);
    if (Object.hasOwn(bookTypes, to)) {
      await writeFile(outputPath, fromWorkbook(workbook, to));
      return {};
    }
    const tables = tablesOf(workbook, wanted.sheet ?? usual, wanted, to === 'pdf');
    return await writeTables(tables, task, wanted);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep({ cause: error }) : error;
  }
}

async function writeTables(
  tables: readonly TitledTable[],
  { to, fileName, outputPath, options }: EngineTask,
  wanted: SheetOptions,
): Promise<EngineResult> {
  if (to === 'pdf') {
    const { printTables } = await import('./print.ts');
    await printTables(tables, outputPath, options);
    return {};
  }
  if (tables.length > 1 && !manyTables.has(to)) {
    await writeFile(
      outputPath,
      zipOfTables(tables, fileName, to, (each) => fromTables([each], to, wanted)),
    );
    return { extension: 'zip' };
  }
  await writeFile(outputPath, fromTables(tables, to, wanted));
  return {};
}

/** Targets whose cells have types. */
const typedTargets: ReadonlySet<string> = new Set([...Object.keys(bookTypes), 'parquet', 'sqlite']);
const textSources = new Set(['csv', 'tsv', 'json', 'ndjson']);

function readTable(text: string, from: string, to: string, options: SheetOptions): RecordTable {
  const { header = true, types = true, delimiter } = options;
  if (from === 'csv' || from === 'tsv') {
    const table = readCsv(text, from === 'tsv' ? '\t' : delimiter, header);
    return types && typedTargets.has(to) ? typedTable(table) : table;
  }
  const tree = from === 'json' ? readJson(text) : readNdjson(text);
  checkDepth(tree);
  const table = tableOf(tree);
  return header ? table : withoutHeader(table);
}

function withoutHeader<Table extends RecordTable>(table: Table): Table {
  return { ...table, header: undefined };
}

/** JSON keeps nested values. In other targets, nested values become columns. */
function fromParquet({ names, records }: ParquetRows, to: string, options: SheetOptions): Buffer | string {
  const { header = true, indent = tableDefaults.indent } = options;
  if (header && to === 'json') return writeJson(records, indent);
  if (header && to === 'ndjson') return writeNdjson(records);
  const table = records.length === 0 ? { header: names, rows: [] } : tableOf(records);
  return fromTables([header ? table : withoutHeader(table)], to, options);
}

function fromWorkbook(workbook: WorkBook, to: string): Buffer {
  for (const each of Object.values(workbook.Sheets)) {
    const { e } = utils.decode_range(each['!ref'] ?? 'A1:A1');
    checkSheetSize(to, e.r + 1, e.c + 1);
    if (to === 'xls') checkResults(each);
  }
  return writeWorkbook(workbook, to);
}

function tablesOf(
  workbook: WorkBook,
  wanted: string | number,
  { header = true }: SheetOptions,
  isShown: boolean,
): TitledTable[] {
  const sheets =
    wanted === allSheets
      ? workbook.SheetNames.map((title) => ({ title, sheet: sheetOf(workbook, title) }))
      : [{ title: String(wanted), sheet: sheetOf(workbook, wanted) }];
  return sheets.map(({ title, sheet }) => {
    checkResults(sheet);
    return { title, ...tableOfSheet(workbook, sheet, { hasHeader: header, isShown }) };
  });
}

/**
 * Rejects a sheet with formulas that have no results: some programs don't store results, and nothing here computes
 * them.
 */
function checkResults(sheet: WorkSheet): void {
  if (!cellsOf(sheet).some(({ t, f }) => t === 'z' && f !== undefined)) return;
  throw new ConversionError(fault('workbook.formulas'));
}

/** Writes tables. Only `manyTables` can hold more than one. */
function fromTables(
  tables: readonly TitledTable[],
  to: string,
  { delimiter = tableDefaults.delimiter, indent = tableDefaults.indent }: SheetOptions,
): Buffer | string {
  const [table = { header: undefined, rows: [] }] = tables;
  switch (to) {
    case 'csv':
      return writeCsv(table, delimiter);
    case 'tsv':
      return writeCsv(table, '\t');
    case 'json':
      return writeJson(recordsOf(table), indent);
    case 'ndjson':
      return writeNdjson(recordsOf(table));
    case 'html':
      return writeHtml(tables);
    case 'md':
      return writeMarkdown(tables);
    default:
      return writeWorkbook(workbookOf(tables, to), to);
  }
}

const usualSheetName = 'Sheet1';
/** Excel has a sheet of its own with this name. */
const reservedSheetName = 'history';
const unsafeInSheetNames = /[\p{Cc}'*/:?[\\\]]/gu;
const maxSheetName = 31;

function workbookOf(tables: readonly TitledTable[], to: string): WorkBook {
  const titles = tables.map(({ title = '' }) => title.replaceAll(unsafeInSheetNames, '_') || usualSheetName);
  const names = uniqueNames(titles, maxSheetName, reservedSheetName);
  const workbook = utils.book_new();
  for (const [at, { header, rows }] of tables.entries()) {
    const all: readonly (readonly Scalar[])[] = header ? [header, ...rows] : rows;
    checkSheetSize(
      to,
      all.length,
      all.reduce((most, row) => Math.max(most, row.length), 0),
    );
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(all.map((row) => row.map(cellValue))), names[at]);
  }
  return workbook;
}

/** Spreadsheets only keep 15 digits of a number, so longer numbers become text. */
function cellValue(scalar: Scalar): string | number | boolean | null {
  if (scalar === null || typeof scalar === 'boolean') return scalar;
  if (typeof scalar === 'number' && Number.isFinite(scalar) && Math.abs(scalar) < 1e15) return scalar;
  const text = scalarText(scalar);
  if (text.length <= maxCellCharacters) return text;
  throw new ConversionError(fault('workbook.cell', maxCellCharacters));
}

function checkSheetSize(to: string, rows: number, columns: number): void {
  const [maxRows, maxColumns] = ownValue(maxSheetSizes, to) ?? [Infinity, Infinity];
  if (rows <= maxRows && columns <= maxColumns) return;
  throw new ConversionError(fault('sheet.size', to, maxRows, maxColumns));
}

function writeWorkbook(workbook: WorkBook, to: string): Buffer {
  if (to === 'ods') return writeOpenDocument(workbook);
  const bookType = ownValue(bookTypes, to) ?? 'xlsx';
  if (bookType === 'xlsx') for (const sheet of Object.values(workbook.Sheets)) prepareForXlsx(sheet);
  const bytes: Uint8Array = write(workbook, { type: 'buffer', bookType, compression: true });
  return Buffer.from(bytes);
}

function prepareForXlsx(sheet: WorkSheet): void {
  for (const cell of cellsOf(sheet)) {
    // Excel would read text such as `_x0041_` as an escaped character, so its underscore is escaped (ECMA-376, part 1,
    // 22.9.2.19).
    if (typeof cell.v === 'string') cell.v = cell.v.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  }
  // SheetJS would write the outline level in an attribute that the format doesn't have.
  for (const column of sheet['!cols'] ?? []) delete column?.level;
}

/** Characters that file names can't contain on some systems. */
const unsafe = /[\p{Cc}\p{Cf}"*/:<>?\\|]/gu;
const maxNameCharacters = 100;

/**
 * Writes each sheet or table as a file in a ZIP, named after its number and name.
 * @param fileName the file name of the workbook or database
 * @throws ConversionError
 */
function zipOfTables(
  tables: readonly TitledTable[],
  fileName: string,
  extension: string,
  write: (table: TitledTable) => Buffer | string,
): Buffer {
  const digits = Math.max(2, String(tables.length).length);
  const stem = path.parse(fileName).name;
  const writer = new ZipWriter();
  const pieces = tables.flatMap((table, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const safe = (table.title ?? '').replaceAll(unsafe, '_').slice(0, maxNameCharacters).toWellFormed();
    const content = Buffer.from(write(table));
    const entry = newEntry(`${stem}-${number}-${safe}.${extension}`, content);
    return writer.add(entry, methods.deflated, deflateRawSync(content));
  });
  return Buffer.concat([...pieces, writer.end()]);
}
