import Papa from 'papaparse';
import type { Table } from './records.ts';
import { lineAt, syntaxFault } from './syntaxFault.ts';
import { scalarText } from './tree.ts';

/** Reads CSV; without a delimiter, the one that fits best of comma, semicolon, tab and pipe. */
export function readCsv(text: string, delimiter: string | undefined, hasHeader: boolean): Table {
  const { data, errors } = Papa.parse<string[]>(text, {
    ...(delimiter === undefined ? {} : { delimiter }),
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
  });
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault) {
    const line = fault.index === undefined ? fault.row : lineAt(text, fault.index);
    throw syntaxFault('CSV', line, 'a quoted field is not closed, or goes on behind its quotes');
  }
  const [header = [], ...rows] = data;
  return hasHeader ? { header, rows } : { header: undefined, rows: data };
}

/** Writes CSV as RFC 4180 has it. */
export function writeCsv({ header, rows }: Table, delimiter: string): string {
  const cells = rows.map((row) => row.map(scalarText));
  const all = header === undefined ? cells : [[...header], ...cells];
  return all.length === 0 ? '' : `${Papa.unparse(all, { delimiter, newline: '\r\n' })}\r\n`;
}
