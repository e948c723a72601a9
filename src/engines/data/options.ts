import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../api/options.ts';

/** Spaces a level; 0 writes everything in one line, but for YAML, which lives by its lines. */
const indent = z.optional(z.int().check(z.minimum(0), z.maximum(8)));
/** Of the CSV that is read or written. Unless it is named, what is read is guessed, and what is written has commas. */
const delimiter = z.optional(z.enum([',', ';', '\t', '|']));
/** Whether the first line names the columns. */
const header = z.optional(z.boolean());
/** Whether a column of nothing but numbers, or of `true` and `false`, holds such values instead of text. */
const types = z.optional(z.boolean());

export const dataOptions = z.object({ indent, delimiter, header, types });

const indented = new Set(['json', 'yaml', 'xml']);
const typedTargets = new Set(['json', 'ndjson', 'yaml', 'toml']);

/** The options of one pair. */
export function optionsOf(from: string, to: string): OptionsSchema {
  const tables: string[] = [from, to].filter((format) => format === 'csv' || format === 'tsv');
  return strictOptions({
    ...(indented.has(to) ? { indent } : {}),
    ...(tables.includes('csv') ? { delimiter } : {}),
    ...(tables.length === 1 ? { header } : {}),
    ...(tables.includes(from) && typedTargets.has(to) ? { types } : {}),
  });
}
