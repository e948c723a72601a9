import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../api/options.ts';

/** The sheet to take, by its name or by its number from 1; else the first. */
const sheet = z.optional(z.union([z.string().check(z.maxLength(255)), z.int().check(z.minimum(1))]));
const header = z.optional(z.boolean());
const delimiter = z.optional(z.enum([',', ';', '\t', '|']));
const indent = z.optional(z.int().check(z.minimum(0), z.maximum(8)));
const types = z.optional(z.boolean());

export const sheetOptions = z.object({ sheet, header, delimiter, indent, types });

const workbooks = new Set(['xlsx', 'xlsm', 'xls', 'ods', 'fods']);

/** The options of one pair. */
export function optionsOf(from: string, to: string): OptionsSchema {
  const isTable = from === 'csv' || from === 'tsv';
  return strictOptions({
    ...(workbooks.has(from) && !workbooks.has(to) ? { sheet } : {}),
    ...(!workbooks.has(from) || !workbooks.has(to) ? { header } : {}),
    ...(from === 'csv' || to === 'csv' ? { delimiter } : {}),
    ...(to === 'json' ? { indent } : {}),
    ...(isTable && workbooks.has(to) ? { types } : {}),
  });
}
