import * as z from 'zod/mini';
import { option } from '../api/options.ts';

/** The defaults for writing tables and trees. */
export const tableDefaults = { delimiter: ',', indent: 2 } as const;

const delimiters = z.enum([',', ';', '\t', '|']);

/** For reading CSV. */
export const readDelimiter = option(delimiters, {
  description: 'What stands between the values of a row of the CSV.',
  unset: 'Recognized from the file',
});

/** For writing CSV. */
export const writtenDelimiter = option(delimiters, {
  description: 'What stands between the values of a row of the CSV.',
  default: tableDefaults.delimiter,
});

export const header = option(z.boolean(), {
  description: 'Whether the first line of the table holds the names of its columns.',
  default: true,
});

export const types = option(z.boolean(), {
  description:
    'Whether columns of nothing but numbers, or of true and false, become such values instead of text.',
  default: true,
});

/** YAML requires line breaks, so 0 means 1 there. */
export const indent = option(z.int().check(z.minimum(0), z.maximum(8)), {
  description: 'How far each level is moved in; 0 writes as little space as the format allows.',
  default: tableDefaults.indent,
});

/** All options for tables and trees of all pairs. */
export const tableOptions = { delimiter: writtenDelimiter, header, types, indent };
