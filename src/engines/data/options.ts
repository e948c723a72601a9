import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../api/options.ts';
import { header, indent, readDelimiter, tableOptions, types, writtenDelimiter } from '../lib/tableOptions.ts';
import { textEncoding } from '../lib/textEncoding.ts';

export const dataOptions = z.object(tableOptions);

const indented = new Set(['json', 'yaml', 'xml']);
const typedTargets = new Set(['json', 'ndjson', 'yaml', 'toml']);

export function optionsOf(from: string, to: string): OptionsSchema {
  const tables: string[] = [from, to].filter((format) => format === 'csv' || format === 'tsv');
  return strictOptions({
    ...(indented.has(to) ? { indent } : {}),
    ...(from === 'csv' || from === 'tsv' ? { encoding: textEncoding } : {}),
    ...(from === 'csv' ? { delimiter: readDelimiter } : {}),
    ...(to === 'csv' ? { delimiter: writtenDelimiter } : {}),
    ...(tables.length === 1 ? { header } : {}),
    ...(tables.includes(from) && typedTargets.has(to) ? { types } : {}),
  });
}
