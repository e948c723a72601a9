import { readFile, writeFile } from 'node:fs/promises';
import assert from 'node:assert/strict';
import path from 'node:path';
import { fault } from '../../../../src/contract/fault.ts';
import { convertSheets } from '../../../../src/engines/spreadsheets/convert.ts';
import { type Printed, readPdf } from '../../../support/printedDocument.ts';
import { data } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const row = (sign: string): string => Array.from({ length: 17 }, (_, at) => `${sign}${at}`).join(',');

describe('Printed tables', () => {
  const folder = useTemporaryFolder();

  async function printed(inputPath: string, from: string, options = {}): Promise<Printed> {
    const outputPath = path.join(folder.path, 'a.pdf');
    const work = { tool: 'convert', engine: 'sheetPrint', to: 'pdf', fileName: 'a', inputBytes: 0 } as const;
    await convertSheets({ ...work, from, options, inputPath, outputPath });
    return readPdf(await readFile(outputPath));
  }

  async function printedCsv(text: string, options = {}): Promise<readonly string[]> {
    const file = path.join(folder.path, 'a.csv');
    await writeFile(file, text);
    const { pages } = await printed(file, 'csv', options);
    return pages.flatMap((page) => page.text.split('\n'));
  }

  it('are whole if they are wider than a page, and each part begins with the first column', async () => {
    assert.deepEqual(await printedCsv(`${row('h')}\n${row('c')}\n`), [
      'h0 h1 h2 h3 h4 h5 h6 h7',
      'c0 c1 c2 c3 c4 c5 c6 c7',
      'h0 h8 h9 h10 h11 h12 h13 h14',
      'c0 c8 c9 c10 c11 c12 c13 c14',
      'h0 h15 h16',
      'c0 c15 c16',
    ]);
    assert.equal((await printedCsv(`${row('h')}\n`, { orientation: 'landscape' })).length, 2);
  });

  it('are refused if they would need too much memory', async () => {
    const wide = `${'a,'.repeat(999)}a\n`;
    await assert.rejects(printedCsv(wide.repeat(102)), { fault: fault('table.cells', 100_000) });
  });

  it('have the numbers and dates of a workbook as its cells show them, under the names of its sheets', async () => {
    const file = path.join(folder.path, 'ledger.fods');
    // Not every computer has a font for Japanese.
    await writeFile(file, (await readFile(data('ledger.fods'), 'utf8')).replaceAll('日本語', 'Japanese'));
    const { pages, bookmarks } = await printed(file, 'fods');
    const text = pages.map((page) => page.text).join('\n');
    assert.ok(bookmarks.length > 1, String(bookmarks));
    for (const name of bookmarks) assert.ok(text.includes(name), name);
    const [only] = (await printed(file, 'fods', { sheet: 1 })).pages;
    assert.ok(only !== undefined && !only.text.includes(bookmarks[1] ?? ''));
  });
});
