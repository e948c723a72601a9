import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { data } from '../../../test/support/service/fixtures.ts';
import { wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { type DataValue, decodeData } from '../decoders/data.ts';
import { decodeDocument } from '../decoders/documents.ts';
import { flatBody, textOfXml } from '../decoders/office.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { decodeWorkbook } from '../decoders/sheets.ts';
import type { Check, Converted } from '../proofs.ts';
import { holdsPhrases } from './officeWords.ts';
import { cells, plain } from './sheets.ts';

/** Formats that Gnumeric reads under another name. */
const gnumericNames: Readonly<Record<string, string>> = {
  xlt: 'xls',
  xltx: 'xlsx',
  ots: 'ods',
  xlsm: 'xlsx',
};

/** Gnumeric finds the same values and formulas in all sheets, displayed in the same way. */
const sameWorkbook: Check = async (converted) => {
  const [format, source] = await readable(converted);
  const { to, output } = converted;
  for (const wanted of ['values', 'shown'] as const) {
    const before = await decodeWorkbook(source, format, wanted);
    const after = await decodeWorkbook(output, to, wanted);
    assert.equal(plain(after.toString()), plain(before.toString()));
  }
  const formulas = (await decodeWorkbook(output, to, 'formulas')).toString();
  assert.match(formulas, />=\s*C2\s*\*\s*2</);
};

/** Both sheets keep their displayed and stored values. */
const sameFlat: Check = async ({ to, output }) => {
  const body = await flatBody(output, to);
  holdsPhrases(shownInAll, textOfXml(body));
  assert.equal(body.match(/<table:table\s/g)?.length, 2);
  for (const held of ['"1999-12-31"', '"-0.123456789012"', '"of:=[.C2]*2"'])
    assert.ok(body.includes(held), held);
};

const sameTable: Check = async ({ from, source, to, output }) => {
  const shown = await decodeWorkbook(source, gnumericNames[from] ?? from, 'shown');
  const [actual, expected] = [await decodeData(output, to), await decodeData(shown, 'csv')];
  assert.deepEqual(numbered(cells(actual)), numbered(cells(expected)));
};

const sameWebPage: Check = async ({ output }) => {
  const { rows } = await decodeDocument(output, 'html');
  holdsPhrases(shownInAll, rows.flat().join(' '));
};

const samePages: Check = async (converted) => {
  const { from, source, output } = converted;
  const text = (await wordsByPoppler(output)).flat().join(' ');
  if (from === 'csv' || from === 'tsv') {
    const rows = cells(await decodeData(source, from));
    assert.ok(Array.isArray(rows));
    const words = rows.flatMap((row) => Object.values(row ?? {})).flatMap((cell) => String(cell).split(/\s/));
    // Poppler reverses the letters of this ligature.
    holdsPhrases(
      words.filter((word) => !word.includes('لا')),
      text,
    );
  } else holdsPhrases(shownInAll, text);
  assert.deepEqual((await decodePdf(output)).missingFonts, []);
};

/** Texts that both sheets show. Neighbors hide the rest of some cells. */
const shownInAll = [
  ['date', 'item', 'amount', 'paid', 'double', 'size', 'Ψωμί & γάλα', 'שלום', 'عالم', '日本語', 'quoted'],
  ['2024-02-29', '1999-12-31', '2026-11-21', '2000-01-01', '12.5', '1234567', '2469134'],
  ['small & <fine>', 'big', 'second sheet', '42'],
].flat();

async function readable({ from, source }: Converted): Promise<[string, Buffer]> {
  if (from === 'fods') return ['ods', await readFile(data('ledger.ods'))];
  return [gnumericNames[from] ?? from, source];
}

/** A boolean in a cell formatted as a number is shown as a number. */
function numbered(rows: DataValue): DataValue {
  return JSON.parse(JSON.stringify(rows).replaceAll('"true"', '"1"').replaceAll('"false"', '"0"'));
}

export const sheetChecks: Readonly<Record<string, Check>> = {
  pdf: samePages,
  xlsx: sameWorkbook,
  ods: sameWorkbook,
  fods: sameFlat,
  csv: sameTable,
  tsv: sameTable,
  html: sameWebPage,
};
