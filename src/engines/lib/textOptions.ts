import * as z from 'zod/mini';
import { option } from '../api/options.ts';

/** The encoding of a text file to read, with the names that browsers use. */
export const textEncoding = option(
  z.enum([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'windows-1253',
    'windows-1254',
    'windows-1257',
    'iso-8859-15',
    'koi8-r',
    'macintosh',
    'shift_jis',
    'euc-jp',
    'euc-kr',
    'gb18030',
    'big5',
  ]),
  { description: 'Encoding of the text file', unset: 'Detected automatically' },
);

/** Defaults for writing tables and structured data. */
export const tableDefaults = { delimiter: ',', indent: 2 } as const;

const delimiters = z.enum([',', ';', '\t', '|']);

export const readDelimiter = option(delimiters, {
  description: 'Separator between CSV values',
  unset: 'Detected automatically',
});

export const writtenDelimiter = option(delimiters, {
  description: 'Separator between CSV values',
  default: tableDefaults.delimiter,
});

export const header = option(z.boolean(), {
  description: 'The first row contains the column names',
  default: true,
});

export const types = option(z.boolean(), {
  description: 'Store numbers and booleans as values instead of text',
  default: true,
});

/** YAML requires line breaks, so 0 means the same as 1 there. */
export const indent = option(z.int().check(z.minimum(0), z.maximum(8)), {
  description: 'Indentation width; 0 minifies the output',
  default: tableDefaults.indent,
});

/** The options of all conversions of tables and structured data. */
export const tableOptions = { encoding: textEncoding, delimiter: writtenDelimiter, header, types, indent };
