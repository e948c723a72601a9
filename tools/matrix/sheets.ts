import assert from 'node:assert/strict';
import { data } from '../../test/support/service/fixtures.ts';
import { withFile } from '../../test/support/service/lentFiles.ts';
import { compareSheets, type Sheets, sheetsOf } from '../referenceDecoders/sheetCells.ts';
import type { Check } from './check.ts';
import { decodeDocument } from './decoders/documents.ts';
import { decodeParquet } from './decoders/parquet.ts';

/** Other programs find the same cells in every sheet, or in the first one if the target has only one table. */
export const sameSheets: Check = async ({ from, to, source, output }) => {
  const before = await sheetsIn(source, from);
  const after = await (to === 'html' || to === 'md' ? tableIn(output, to, before) : sheetsIn(output, to));
  assert.ok(Object.keys(before[0]?.cells ?? {}).length > 10);
  assert.equal(compareSheets(after, before), undefined);
};

export async function sheetsIn(content: Buffer, format: string): Promise<Sheets> {
  const [readable, asFormat] =
    format === 'parquet' ? [Buffer.from(JSON.stringify(decodeParquet(content))), 'json'] : [content, format];
  return withFile(readable, asFormat, async (file) => sheetsOf(file, asFormat));
}

/** The rows that Pandoc finds in a document, as many as the first sheet has. */
async function tableIn(output: Buffer, format: string, [sheet]: Sheets): Promise<Sheets> {
  const names = Object.keys(sheet?.cells ?? {});
  const count = Math.max(...names.map((name) => Number(name.replace(/^[A-Z]+/, ''))));
  const { rows } = await decodeDocument(output, format);
  const cells = rows
    .slice(0, count)
    .flatMap((row, y) =>
      row.map((text, x) => [String.fromCodePoint(65 + x) + String(y + 1), [null, text]] as const),
    );
  return [{ name: null, cells: Object.fromEntries(cells.map(([name, cell]) => [name, [...cell]])) }];
}

const ledgers = new Set(['xlsx', 'xlsm', 'xls', 'ods', 'fods']);

export const sheetSample = (from: string): string =>
  data(`${ledgers.has(from) ? 'ledger' : 'countries'}.${from}`);
