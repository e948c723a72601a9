import * as z from 'zod/mini';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';
import { header, indent, readDelimiter, tableOptions, types, writtenDelimiter } from '../lib/tableOptions.ts';
import { textEncoding } from '../lib/textEncoding.ts';

export const firstSheet = 1;

const sheet = option(z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(1))]), {
  description: 'Name of the sheet, or its number starting at 1',
  default: firstSheet,
});

/** In place of a number, where each sheet can be a file of its own. */
export const everySheet = 0;

const anySheet = option(z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(everySheet))]), {
  description: 'Name of the sheet, or its number starting at 1; 0 for all sheets in a ZIP',
  default: firstSheet,
});

export const sheetOptions = z.object({ sheet: anySheet, ...tableOptions });

const workbooks = new Set(['xlsx', 'xlsm', 'xls', 'ods', 'fods']);

/** The options of one pair. */
export function optionsOf(from: string, to: string): OptionsSchema {
  const isTable = from === 'csv' || from === 'tsv';
  const isText = to === 'csv' || to === 'tsv';
  return strictOptions({
    ...(workbooks.has(from) && !workbooks.has(to) ? { sheet: isText ? anySheet : sheet } : {}),
    ...(!workbooks.has(from) || !workbooks.has(to) ? { header } : {}),
    ...(isTable ? { encoding: textEncoding } : {}),
    ...(from === 'csv' ? { delimiter: readDelimiter } : {}),
    ...(to === 'csv' ? { delimiter: writtenDelimiter } : {}),
    ...(to === 'json' ? { indent } : {}),
    ...(isTable && workbooks.has(to) ? { types } : {}),
  });
}
