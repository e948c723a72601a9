import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { data } from '../../../test/support/service/fixtures.ts';
import { decodeData, type DataValue } from '../decoders/data.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { decodeWorkbook } from '../decoders/sheets.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';
import { table, texts } from './data.ts';

const textTables = new Set(['csv', 'tsv', 'json', 'ndjson', 'parquet', 'sqlite']);
/** Gnumeric doesn't support flat ODS, so it reads LibreOffice's version of the same workbook. */
const twins: Readonly<Record<string, string>> = { fods: 'ods', xlsm: 'xlsx' };

/** Every sheet of a workbook contains the same values. */
const sameWorkbook: Check = async (converted) => {
  if (textTables.has(converted.from)) return sameTable(converted);
  const [format, content] = await twinOf(converted);
  const before = await decodeWorkbook(content, format, 'values');
  const after = await decodeWorkbook(converted.output, converted.to, 'values');
  assert.equal(plain(after.toString()), plain(before.toString()));
};

/** The output contains the first sheet of a workbook, or the table of a text, cell by cell. */
const sameTable: Check = async (converted) => {
  assert.deepEqual(await cellsAfter(converted), await cellsBefore(converted));
};

/** A document contains each sheet of a workbook or database as a table. The first table is compared cell by cell. */
const everyTable: Check = async (converted) => {
  const tables = converted.output.toString().match(/<table>.*?<\/table>|(?:^\|[^\n]*\n)+/gms) ?? [];
  const first = { ...converted, output: Buffer.from(tables[0] ?? '') };
  assert.deepEqual(await cellsAfter(first), await cellsBefore(converted));
  assert.equal(tables.length, await sheetsBefore(converted));
};

/** The number of tables and views in `countries.sqlite`. */
const tablesInDatabase = 3;

async function sheetsBefore(converted: Converted): Promise<number> {
  if (converted.from === 'sqlite') return tablesInDatabase;
  if (textTables.has(converted.from)) return 1;
  const [format, content] = await twinOf(converted);
  const described = await decodeWorkbook(content, format, 'formulas');
  return described.toString().match(/<gnm:Sheet /g)?.length ?? 0;
}

async function cellsBefore(converted: Converted): Promise<DataValue> {
  if (textTables.has(converted.from)) return cells(await decodeData(converted.source, converted.from));
  const [format, content] = await twinOf(converted);
  return cells(await decodeData(await decodeWorkbook(content, format, 'shown'), 'csv'));
}

/** The pages have each word of the first sheet, as cells show it, and embed all fonts. Cells break lines anywhere. */
const everyWord: Check = async (converted) => {
  const { text, missingFonts } = await decodePdf(converted.output);
  const printed = text.replaceAll(/\s/g, '');
  const missing = (await shownWords(converted)).filter((word) => !printed.includes(word));
  assert.deepEqual(missing, []);
  assert.deepEqual(missingFonts, []);
};

async function shownWords(converted: Converted): Promise<string[]> {
  const isText = textTables.has(converted.from);
  const [format, workbook] = await twinOf(converted);
  const content = isText ? converted.source : await decodeWorkbook(workbook, format, 'shown');
  const rows = texts(table(await decodeData(content, isText ? converted.from : 'csv')));
  // Programs show numbers with many digits, and extract joined Arabic letters, differently.
  return JSON.stringify(rows).match(/(?:(?!\p{Script=Arabic})\p{L}){1,8}|(?<![\d.])\d{1,6}(?![\d.])/gu) ?? [];
}

/** SQLite has no booleans, only 1 and 0. */
const sameRows: Check = async (converted) => {
  const before = JSON.stringify(await cellsBefore(converted));
  const expected: unknown = JSON.parse(before.replaceAll('"false"', '"0"').replaceAll('"true"', '"1"'));
  assert.deepEqual(await cellsAfter(converted), expected);
};

async function cellsAfter({ to, output }: Converted): Promise<DataValue> {
  const isWorkbook = to === 'xlsx' || to === 'xls' || to === 'ods';
  const content = isWorkbook ? await decodeWorkbook(output, to, 'shown') : output;
  return cells(await decodeData(content, isWorkbook ? 'csv' : to));
}

async function twinOf({ from, source }: Converted): Promise<[string, Buffer]> {
  const twin = twins[from];
  return twin === undefined ? [from, source] : [twin, await readFile(data(`ledger.${twin}`))];
}

/** The cells as text, with a single form for dates, booleans, and numbers with more digits than a double has. */
export function cells(value: DataValue): DataValue {
  const rows = texts(table(value));
  return JSON.parse(plain(JSON.stringify(rows)));
}

export function plain(text: string): string {
  return text
    .replaceAll(/\b(\d{4})\/(\d\d)\/(\d\d)\b/g, '$1-$2-$3')
    .replaceAll(/-?\d+\.\d{14,}/g, (digits) => String(Number(digits)))
    .replaceAll(/\b(?:TRUE|FALSE)\b/g, (word) => word.toLowerCase());
}

const printed = {
  xlsx: data('ledger.xlsx'),
  xlsm: data('ledger.xlsm'),
  xls: data('ledger.xls'),
  ods: data('ledger.ods'),
  fods: data('ledger.fods'),
  csv: data('countries.csv'),
  tsv: data('countries.tsv'),
};

export const sheetProofs: readonly Proofs[] = [
  {
    engine: 'sheets',
    kind: 'documents',
    samples: {
      ...printed,
      json: data('countries.json'),
      ndjson: data('countries.ndjson'),
      parquet: data('countries.parquet'),
      sqlite: data('countries.sqlite'),
    },
    checks: {
      xlsx: sameWorkbook,
      xls: sameWorkbook,
      ods: sameWorkbook,
      csv: sameTable,
      tsv: sameTable,
      json: sameTable,
      ndjson: sameTable,
      html: everyTable,
      md: everyTable,
      parquet: sameTable,
      sqlite: sameRows,
    },
  },
  { engine: 'sheetPrint', kind: 'documents', samples: printed, checks: { pdf: everyWord } },
];
