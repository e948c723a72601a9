import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { utils } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import type { EngineResult } from '../../../../src/engines/api/task.ts';
import { conversions } from '../../../../src/engines/registry.ts';
import { convertSheets } from '../../../../src/engines/spreadsheets/convert.ts';
import { openWorkbook } from '../../../../src/engines/spreadsheets/workbook.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const schema = `CREATE TABLE cities (name, people); INSERT INTO cities VALUES ('Bern', 134794), ('Basel', 173863);
  CREATE TABLE "rivers: [all]/some?" (name); INSERT INTO "rivers: [all]/some?" VALUES ('Aare');
  CREATE TABLE history (year); INSERT INTO history VALUES (1848);
  CREATE VIEW "the people of all cities together" AS SELECT sum(people) AS total FROM cities;
  CREATE VIEW "the people of all cities together 2" AS SELECT 1 AS one`;

describe('A database with several tables', () => {
  const folder = useTemporaryFolder();

  async function converted(
    to: string,
    options: Readonly<Record<string, unknown>> = {},
  ): Promise<EngineResult & { readonly outputPath: string }> {
    const [inputPath, outputPath] = ['all.db', `all.${to}`].map((name) => path.join(folder.path, name));
    assert.ok(inputPath !== undefined && outputPath !== undefined);
    const database = new DatabaseSync(inputPath);
    database.exec(schema);
    database.close();
    const work = {
      tool: 'convert',
      engine: 'sheets',
      from: 'sqlite',
      fileName: 'all.db',
      inputBytes: 0,
    } as const;
    return { ...(await convertSheets({ ...work, to, options, inputPath, outputPath })), outputPath };
  }

  it('becomes a workbook with a sheet for each table and view', async () => {
    const { SheetNames, Sheets } = await openWorkbook((await converted('xlsx')).outputPath, 'xlsx');
    assert.deepEqual(SheetNames, [
      'cities',
      'rivers_ _all__some_',
      'history_2',
      'the people of all cities togeth',
      'the people of all cities toge_2',
    ]);
    const rows = SheetNames.map((name) => utils.sheet_to_json(Sheets[name] ?? {}, { header: 1 }));
    assert.deepEqual(rows.slice(0, 4), [
      [
        ['name', 'people'],
        ['Bern', 134794],
        ['Basel', 173863],
      ],
      [['name'], ['Aare']],
      [['year'], [1848]],
      [['total'], [308657]],
    ]);
  });

  it('becomes a page with all of them under their names', async () => {
    const { outputPath } = await converted('md');
    const headings = (await readFile(outputPath, 'utf8')).match(/^## .*$/gm);
    assert.equal(headings?.length, 5);
    assert.equal(headings[0], '## cities');
  });

  it('becomes one CSV file of the wanted table or view', async () => {
    const one = await converted('csv', { table: 'the people of all cities together' });
    assert.equal(await readFile(one.outputPath, 'utf8'), 'total\r\n308657\r\n');
    assert.equal(one.extension, undefined);
  });

  it('loses the others as a single table, and says so', async () => {
    const formats = conversions.flatMap(({ from, to, losses }) =>
      from === 'sqlite' && losses.includes('otherTables') ? to : [],
    );
    assert.deepEqual(formats.toSorted(), ['csv', 'json', 'ndjson', 'tsv']);
    const { outputPath } = await converted('csv');
    assert.match(await readFile(outputPath, 'utf8'), /^name,people\r\n/);
  });

  it('becomes all CSV files in a ZIP if asked to', async () => {
    const { extension, outputPath } = await converted('csv', { table: 0 });
    assert.equal(extension, 'zip');
    const files = unzipSync(await readFile(outputPath));
    assert.equal(Object.keys(files)[0], 'all-01-cities.csv');
    assert.equal(Object.keys(files).length, 5);
  });
});
