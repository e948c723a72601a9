import { writeFile } from 'node:fs/promises';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { EngineWork } from '../../api/work.ts';
import { readCsv, writeCsv } from '../../data/tables.ts';
import { readText } from '../../lib/readText.ts';

const maxRows = 1_048_576;
/** The maximum number of columns, since LibreOffice is passed a type for each column. */
const maxColumns = 1024;

/**
 * Rewrites a text table as UTF-8 with commas, and returns the filter parameters that make LibreOffice show it
 * unchanged: every cell is text, so `007` isn't a number and `=1+1` isn't a formula.
 * @throws ConversionError
 */
export async function writePlainTable({ from, inputPath }: EngineWork, file: string): Promise<string> {
  const text = await readText(inputPath, from);
  const table = readCsv(text, from === 'tsv' ? '\t' : undefined, false);
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 1);
  if (table.rows.length > maxRows || columns > maxColumns) {
    throw new ConversionError(fault('table.size', maxRows, maxColumns));
  }
  await writeFile(file, writeCsv(table, ','));
  const texts = Array.from({ length: columns }, (_, column) => `${column + 1}/2`).join('/');
  // The values after the column types stand for language, quoted cells as text, special numbers, as shown, formulas,
  // spaces, sheet, and evaluating formulas.
  return `44,34,76,1,${texts},0,true,false,false,false,false,0,false`;
}
