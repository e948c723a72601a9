import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  usualConversion,
} from '../api/engineDescription.ts';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';
import {
  header,
  indent,
  readDelimiter,
  tableOptions,
  types,
  writtenDelimiter,
  textEncoding,
} from '../lib/textOptions.ts';
import { pageOptions } from '../documents/documents.ts';

export const firstSheet = 1;

/** The sheet or table number that stands for all. */
export const allSheets = 0;

const sheet = option(sheetFrom(firstSheet), {
  description: 'Name of the sheet, or its number starting at 1',
  default: firstSheet,
});
const sheetOrZip = option(sheetFrom(allSheets), {
  description: 'Name of the sheet, or its number starting at 1; 0 for all sheets in a ZIP',
  default: firstSheet,
});
const sheetOrAll = option(sheetFrom(allSheets), {
  description: 'Name of the sheet, or its number starting at 1; 0 for all sheets',
  default: allSheets,
});

const table = option(sheetFrom(firstSheet), {
  description: 'Name of the table or view, or its number starting at 1',
  default: firstSheet,
});
const tableOrZip = option(sheetFrom(allSheets), {
  description: 'Name of the table or view, or its number starting at 1; 0 for all in a ZIP',
  default: firstSheet,
});
const tableOrAll = option(sheetFrom(allSheets), {
  description: 'Name of the table or view, or its number starting at 1; 0 for all',
  default: allSheets,
});

/** The type of an option for a sheet or table: its name, or its number from `minimum` on. */
function sheetFrom(minimum: number) {
  return z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(minimum))]);
}

export const sheetOptions = z.object({
  sheet: z.optional(sheetFrom(allSheets)),
  table: z.optional(sheetFrom(allSheets)),
  ...tableOptions,
});

const workbooks = ['xlsx', 'xls', 'ods'] as const;
const readOnlyWorkbooks = ['xlsm', 'fods'] as const;
const workbookFormats = new Set<string>([...workbooks, ...readOnlyWorkbooks]);
const tables = ['csv', 'tsv', 'json', 'ndjson'] as const;
/** Text formats that have a heading and a table for each sheet. */
const pages = ['html', 'md'] as const;
/** Formats that hold all tables of a workbook or database. */
export const manyTables: ReadonlySet<string> = new Set([...pages, 'pdf', ...workbooks]);

function optionsOf(from: string, to: string): OptionsSchema {
  const isTable = from === 'csv' || from === 'tsv';
  const isText = to === 'csv' || to === 'tsv';
  const [ofSheet, ofTable] = manyTables.has(to)
    ? [sheetOrAll, tableOrAll]
    : isText
      ? [sheetOrZip, tableOrZip]
      : [sheet, table];
  return strictOptions({
    ...(workbookFormats.has(from) && !workbookFormats.has(to) ? { sheet: ofSheet } : {}),
    ...(from === 'sqlite' ? { table: ofTable } : {}),
    ...(!workbookFormats.has(from) || !workbookFormats.has(to) ? { header } : {}),
    ...(isTable ? { encoding: textEncoding } : {}),
    ...(from === 'csv' ? { delimiter: readDelimiter } : {}),
    ...(to === 'csv' ? { delimiter: writtenDelimiter } : {}),
    ...(to === 'json' ? { indent } : {}),
    ...(to === 'pdf' ? pageOptions : {}),
    ...(isTable && (workbookFormats.has(to) || to === 'parquet' || to === 'sqlite') ? { types } : {}),
  });
}

function row(from: string, to: string, losses: readonly Loss[]): Conversion {
  return usualConversion(from, to, losses, () => optionsOf(from, to));
}

function ownLosses(from: string): readonly Loss[] {
  return ['formatting', 'drawings', ...lossesIf(from === 'xlsm', 'macros')];
}

function workbookRows(from: string): Conversion[] {
  const own = ownLosses(from);
  return [
    // SheetJS doesn't write formulas to XLS.
    ...workbooks
      .filter((to) => to !== from)
      .map((to) => row(from, to, to === 'xls' ? [...own, 'formulas'] : own)),
    ...tables.map((to) => row(from, to, [...own, 'comments', 'formulas', 'sheets'])),
    ...pages.map((to) => row(from, to, [...own, 'comments', 'formulas', 'types'])),
  ];
}

/** The data engine handles conversions between text formats. */
function tableRows(from: (typeof tables)[number]): Conversion[] {
  const own: Loss[] = from === 'json' || from === 'ndjson' ? ['nesting'] : [];
  return [
    ...workbooks.map((to) => row(from, to, own)),
    ...pages.map((to) => row(from, to, own.length > 0 ? [...own, 'types'] : own)),
  ];
}

const databaseRows = (): Conversion[] => [
  ...[...workbooks, ...tables, ...pages].map((to) => {
    const isTyped = to !== 'csv' && to !== 'tsv' && to !== 'html' && to !== 'md';
    return row('sqlite', to, [
      ...lossesIf(!manyTables.has(to), 'otherTables'),
      'unreadableTables',
      'writeAheadLog',
      ...lossesIf(!isTyped, 'types', 'nulls'),
    ]);
  }),
  ...tables.map((from) =>
    row(from, 'sqlite', ['truths', ...lossesIf(from === 'json' || from === 'ndjson', 'nesting')]),
  ),
];

const parquetRows = (): Conversion[] => [
  ...[...workbooks, ...tables, ...pages].map((to) => {
    const isNested = to === 'json' || to === 'ndjson';
    const isTyped = isNested || !(to === 'csv' || to === 'tsv' || to === 'html' || to === 'md');
    return row('parquet', to, [
      'dateTypes',
      ...lossesIf(!isNested, 'nesting'),
      ...lossesIf(!isTyped, 'types', 'nulls'),
    ]);
  }),
  ...tables.map((from) =>
    row(from, 'parquet', lossesIf(from === 'json' || from === 'ndjson', 'nesting', 'types', 'largeNumbers')),
  ),
];

const sheetConversions = (): readonly Conversion[] => [
  ...[...workbooks, ...readOnlyWorkbooks].flatMap(workbookRows),
  ...tables.flatMap(tableRows),
  ...databaseRows(),
  ...parquetRows(),
];

/** Converts workbooks and tables with SheetJS, SQLite, and hyparquet. */
export const spreadsheets = {
  id: 'sheets',
  load: async () => (await import('./convert.ts')).convertSheets,
  time: 'values',
  memory: 'texts',
  conversions: sheetConversions,
} as const satisfies EngineDescription;

const sheetPrints = (): readonly Conversion[] => [
  ...[...workbooks, ...readOnlyWorkbooks].map((from) =>
    row(from, 'pdf', [...ownLosses(from), 'comments', 'formulas']),
  ),
  ...(['csv', 'tsv'] as const).map((from) => row(from, 'pdf', [])),
];

/** Prints the tables of workbooks as a PDF. */
export const sheetPrint = {
  ...spreadsheets,
  id: 'sheetPrint',
  time: 'texts',
  conversions: sheetPrints,
} as const satisfies EngineDescription;
