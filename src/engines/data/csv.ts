import Papa from 'papaparse';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { RecordTable } from './records.ts';
import { lineAt, scalarText } from './tree.ts';

/** Reads CSV. If no delimiter is given, detects whether commas, semicolons, tabs, or pipes fit best. */
export function readCsv(text: string, delimiter: string | undefined, hasHeader: boolean): RecordTable {
  const named = delimiter === undefined ? separatorLine.exec(text) : null;
  const separator = delimiter ?? named?.[1] ?? (hasDecimalCommas(text) ? ';' : undefined);
  const { data, errors } = Papa.parse<string[]>(text, {
    ...(separator === undefined ? {} : { delimiter: separator }),
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
    // By default, the parser only splits lines at the kind of line break that occurs first, which fails for files with
    // both kinds. `withoutLineEnd` removes the remaining `\r`.
    ...(text.includes('\r\n') ? { newline: '\n' } : {}),
  });
  if (named) data.shift();
  const unclosed = errors.find(({ type }) => type === 'Quotes');
  if (unclosed) {
    const line = unclosed.index === undefined ? unclosed.row : lineAt(text, unclosed.index);
    throw new ConversionError(line === undefined ? fault('csv.quotes') : fault('csv.quotesInLine', line));
  }
  const all = text.includes('\r\n') ? data.map(withoutLineEnd) : data;
  const [header = [], ...rows] = all;
  return hasHeader ? { header, rows } : { header: undefined, rows: all };
}

/** A first line that tells Excel the separator. It isn't part of the table. */
const separatorLine = /^sep=([,;\t|])\r?\n/i;
const linesToGuess = 10;

/** True if semicolons separate numbers such as `1,5`. Commas would split these lines just as regularly. */
function hasDecimalCommas(text: string): boolean {
  const lines = text.split('\n', linesToGuess).filter((line) => line.trim() !== '');
  const counts = new Set(lines.map((line) => line.split(';').length));
  return counts.size === 1 && !counts.has(1) && lines.every((line) => !/(?<!\d),|,(?!\d)/.test(line));
}

function withoutLineEnd(row: string[]): string[] {
  const last = row.at(-1);
  return last?.endsWith('\r') === true ? [...row.slice(0, -1), last.slice(0, -1)] : row;
}

/** Writes CSV as specified in RFC 4180. */
export function writeCsv({ header, rows }: RecordTable, delimiter: string): string {
  const cells = rows.map((row) => row.map(scalarText));
  const all = header === undefined ? cells : [[...header], ...cells];
  return all.length === 0 ? '' : `${Papa.unparse(all, { delimiter, newline: '\r\n' })}\r\n`;
}
