import { writeFile } from 'node:fs/promises';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { Work } from '../../api/work.ts';
import { readCsv, writeCsv } from '../../data/csv.ts';
import { readText } from '../../data/text.ts';

const maxRows = 1_048_576;
/** Of each, the program is told what it holds. */
const maxColumns = 1024;

/**
 * Writes a table of text anew, in UTF-8 and with commas, and resolves to what LibreOffice must be told to show it as
 * it is: that every cell is text, 007 no number, and `=1+1` no formula.
 * @throws ConversionError
 */
export async function writePlainTable({ from, inputPath }: Work, file: string): Promise<string> {
  const text = await readText(inputPath, from);
  const table = readCsv(text, from === 'tsv' ? '\t' : undefined, false);
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 1);
  if (table.rows.length > maxRows || columns > maxColumns) {
    throw new ConversionError(fault('table.size', maxRows, maxColumns));
  }
  await writeFile(file, writeCsv(table, ','));
  const texts = Array.from({ length: columns }, (_, column) => `${column + 1}/2`).join('/');
  // The language, quoted cells as text, special numbers, as shown, formulas, spaces, sheet, evaluate formulas.
  return `44,34,76,1,${texts},0,true,false,false,false,false,0,false`;
}
