import * as z from 'zod/mini';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';
import { header, indent, readDelimiter, tableOptions, types, writtenDelimiter } from '../lib/tableOptions.ts';
import { textEncoding } from '../lib/textEncoding.ts';

export const firstSheet = 1;

const sheet = option(sheetFrom(firstSheet), {
  description: 'Name of the sheet, or its number starting at 1',
  default: firstSheet,
});

/** The sheet number that stands for all sheets. */
export const allSheets = 0;

const sheetOrZip = option(sheetFrom(allSheets), {
  description: 'Name of the sheet, or its number starting at 1; 0 for all sheets in a ZIP',
  default: firstSheet,
});

const sheetOrAll = option(sheetFrom(allSheets), {
  description: 'Name of the sheet, or its number starting at 1; 0 for all sheets',
  default: allSheets,
});

function sheetFrom(minimum: number) {
  return z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(minimum))]);
}

const table = option(z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(1))]), {
  description: 'Name of the table, or its number starting at 1',
  default: 1,
});

export const sheetOptions = z.object({ sheet: z.optional(sheetFrom(allSheets)), table, ...tableOptions });

/** Text formats that have a heading and a table for each sheet. */
export const pages: ReadonlySet<string> = new Set(['html', 'md']);

const workbooks = new Set(['xlsx', 'xlsm', 'xls', 'ods', 'fods']);

export function optionsOf(from: string, to: string): OptionsSchema {
  const isTable = from === 'csv' || from === 'tsv';
  const isText = to === 'csv' || to === 'tsv';
  const ofSheet = pages.has(to) ? sheetOrAll : isText ? sheetOrZip : sheet;
  return strictOptions({
    ...(workbooks.has(from) && !workbooks.has(to) ? { sheet: ofSheet } : {}),
    ...(from === 'sqlite' ? { table } : {}),
    ...(!workbooks.has(from) || !workbooks.has(to) ? { header } : {}),
    ...(isTable ? { encoding: textEncoding } : {}),
    ...(from === 'csv' ? { delimiter: readDelimiter } : {}),
    ...(to === 'csv' ? { delimiter: writtenDelimiter } : {}),
    ...(to === 'json' ? { indent } : {}),
    ...(isTable && (workbooks.has(to) || to === 'parquet' || to === 'sqlite') ? { types } : {}),
  });
}
