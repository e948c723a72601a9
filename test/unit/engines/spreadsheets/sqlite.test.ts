import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fault } from '../../../../src/contract/fault.ts';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '../../../../src/engines/api/conversionError.ts';
import type { RecordTable } from '../../../../src/engines/data/tables.ts';
import type { Scalar } from '../../../../src/engines/data/tree.ts';
import { readSqlite, tableName, writeSqlite } from '../../../../src/engines/spreadsheets/sqlite.ts';
import { root } from '../../../support/paths.ts';
import { data } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

async function readTable(file: string, wanted: string | number = 1): Promise<RecordTable> {
  const [{ header, rows } = { header: undefined, rows: [] }] = await readSqlite(file, wanted);
  return { header, rows };
}

describe('SQLite databases', () => {
  const folder = useTemporaryFolder();
  const inFolder = (name: string): string => path.join(folder.path, name);

  function made(name: string, sql: string): string {
    const database = new DatabaseSync(inFolder(name));
    database.exec(sql);
    database.close();
    return inFolder(name);
  }

  async function written(header: string[] | undefined, rows: Scalar[][]): Promise<Record<string, unknown>[]> {
    const file = inFolder(`${Math.max(0, (await readdir(folder.path)).length)}.sqlite`);
    await writeSqlite({ header, rows }, 'a "b"', file);
    const database = new DatabaseSync(file);
    const select = database.prepare('SELECT * FROM "a ""b"""');
    select.setReadBigInts(true);
    const found = select.all();
    database.close();
    return found;
  }

  it('are read exactly, table by table', async () => {
    const file = data('countries.sqlite');
    assert.equal((await readTable(file)).rows.length, (await readTable(file, 'countries')).rows.length);
    assert.deepEqual(await readTable(file, 2), { header: ['a', 'b'], rows: [[9007199254740993n, 'AP8=']] });
    assert.deepEqual(await readTable(file, 'secret'), await readTable(file, 3));
    for (const missing of [4, 'Countries', 'sqlite_schema']) {
      await assert.rejects(readTable(file, missing), { code: 'conversion.invalid_input' }, String(missing));
    }
  });

  it('are read without files beside them, also if they have a log', async () => {
    await mkdir(inFolder('alone'));
    const file = made(
      'alone/a?b#c%20.db',
      'PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)',
    );
    assert.deepEqual((await readTable(file)).rows, [[1]]);
    assert.deepEqual(await readdir(inFolder('alone')), ['a?b#c%20.db']);
  });

  it('keep numbers, texts, and empty values of each column', async () => {
    const rows: Scalar[][] = [
      [1, 0.5, '007', null, 2, 'a', true, 9007199254740993n],
      [-2, 3, '1.50', 'x', 'y', '', false, 99999999999999999999n],
    ];
    assert.deepEqual((await written('abcdefgh'.split(''), rows)).map(Object.values), [
      [1n, 0.5, '007', null, 2n, 'a', 1n, 9007199254740993n],
      [-2n, 3n, '1.50', 'x', 'y', '', 0n, '99999999999999999999'],
    ]);
  });

  it('have names for all columns, whatever the table calls them', async () => {
    const [row] = await written(['a', 'A', '', 'a"; DROP', 'a'], [[1, 2, 3, 4, 5, 6]]);
    assert.deepEqual(Object.keys(row ?? {}), ['a', 'A_2', 'column3', 'a"; DROP', 'a_2_2', 'column6']);
    assert.deepEqual(await written(undefined, []), []);
    assert.deepEqual(['a.b.csv', '.csv', 'sqlite_a.csv'].map(tableName), ['a.b', 'data', 'data']);
  });

  it('refuse more columns than SQLite has', async () => {
    await assert.rejects(written(undefined, [Array.from({ length: 2001 }, () => 1)]), {
      code: 'conversion.limit_exceeded',
    });
  });

  it('are refused if they are damaged, or have more cells than a table may have', async () => {
    const bytes = await readFile(data('countries.sqlite'));
    const file = inFolder('damaged.sqlite');
    for (let length = 0; length < bytes.length; length += 509) {
      await writeFile(file, bytes.subarray(0, length));
      await assert.rejects(readTable(file), { code: 'conversion.invalid_input' }, String(length));
    }
    for (let at = 16; at < bytes.length; at += 101) {
      const changed = Buffer.from(bytes);
      changed.fill(0xff, at, at + 8);
      await writeFile(file, changed);
      await readTable(file).catch((error: unknown) => assert.ok(error instanceof Error && 'code' in error));
    }
    const wide = `CREATE TABLE t (${Array.from({ length: 1000 }, (_, at) => `c${at}`).join(', ')});`;
    const many = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 5001) INSERT INTO t (c0) SELECT i FROM n`;
    await assert.rejects(readTable(made('many.sqlite', wide + many)), { code: 'conversion.limit_exceeded' });
  });

  it('are refused if their columns compute gigabytes of text', async () => {
    const file = inFolder('computed');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE a (b, c AS (hex(zeroblob(1000000))))');
    for (let row = 0; row < 200; row += 1) database.exec('INSERT INTO a (b) VALUES (1)');
    database.close();
    await assert.rejects(readTable(file), { fault: fault('file.size') });
  });

  it('run nothing that their schema calls beside the rows', async () => {
    const file = made(
      'unsafe.sqlite',
      `CREATE VIEW a AS SELECT load_extension(1); CREATE VIRTUAL TABLE b USING fts5(c, content = 'a');
      CREATE TABLE d (e); INSERT INTO d VALUES (1)`,
    );
    assert.deepEqual(await readTable(file), { header: ['e'], rows: [[1]] });
    for (const name of ['a', 'b']) await assert.rejects(readTable(file, name), ConversionError);
  });

  it('have the rows of full-text indexes after their other tables, but not the tables in which they are', async () => {
    const file = made(
      'search.sqlite',
      `CREATE VIRTUAL TABLE "my notes" USING fts5(title, body, day UNINDEXED);
      INSERT INTO "my notes" VALUES ('a', 'b', 1.5), ('c', NULL, 2);
      CREATE VIRTUAL TABLE old USING fts4(title, body); INSERT INTO old VALUES ('d', 'e');
      CREATE TABLE last (e); INSERT INTO last VALUES (1)`,
    );
    const notes = {
      header: ['title', 'body', 'day'],
      rows: [
        ['a', 'b', 1.5],
        ['c', null, 2],
      ],
    };
    assert.deepEqual(await readTable(file), { header: ['e'], rows: [[1]] });
    assert.deepEqual(await readTable(file, 2), notes);
    assert.deepEqual(await readTable(file, 'my notes'), notes);
    assert.deepEqual(await readTable(file, 'old'), { header: ['title', 'body'], rows: [['d', 'e']] });
    for (const missing of [4, 'old_content', 'my notes_data']) {
      await assert.rejects(readTable(file, missing), { code: 'conversion.invalid_input' }, String(missing));
    }
  });

  it('name a virtual table whose rows no table stores', async () => {
    const file = made(
      'virtual.sqlite',
      `CREATE VIRTUAL TABLE places USING rtree(id, x, y); INSERT INTO places VALUES (1, 2, 3);
      CREATE VIRTUAL TABLE words USING fts5(a, content = '');
      CREATE VIRTUAL TABLE packed USING fts4(a, compress=hex, uncompress=unhex)`,
    );
    await assert.rejects(readTable(file), { fault: fault('database.unreadable', 'places') });
    for (const name of ['places', 'words', 'packed']) {
      await assert.rejects(readTable(file, name), { fault: fault('database.unreadable', name) });
    }
    await assert.rejects(readTable(file, 'places_node'), {
      fault: fault('database.noTable', 'places_node'),
    });
  });

  it('are refused with the place of a text that isn’t in the encoding of the database', async () => {
    const rows = "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, '\uFFFD'), (CAST(x'ff' AS TEXT), x'ff');";
    await assert.rejects(readTable(made('latin.sqlite', rows)), {
      fault: fault('database.text', 2, 'a', 'UTF-8'),
    });
    const half =
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a, b); INSERT INTO t VALUES ('é', CAST(x'00d84100' AS TEXT))";
    await assert.rejects(readTable(made('half.sqlite', half)), {
      fault: fault('database.text', 1, 'b', 'UTF-16le'),
    });
    const valid =
      "PRAGMA encoding = 'UTF-16be'; CREATE TABLE t (a, b); INSERT INTO t VALUES ('😀', '\uFFFD')";
    assert.deepEqual((await readTable(made('valid.sqlite', valid))).rows, [['😀', '\uFFFD']]);
  });

  it('have their views after their tables, and leave out views that need another program', async () => {
    const file = made(
      'views.sqlite',
      `CREATE TABLE a (b); INSERT INTO a VALUES (1), (2); CREATE VIEW total AS SELECT sum(b) AS c FROM a;
      CREATE VIEW foreign_function AS SELECT unknown(b) FROM a; CREATE VIEW gone AS SELECT * FROM missing;
      CREATE TABLE d (e)`,
    );
    assert.deepEqual(await readSqlite(file, 0), [
      { title: 'a', header: ['b'], rows: [[1], [2]] },
      { title: 'd', header: ['e'], rows: [] },
      { title: 'total', header: ['c'], rows: [[3]] },
    ]);
    await assert.rejects(readSqlite(file, 'gone'), { fault: fault('database.unreadable', 'gone') });
    const failing = made(
      'failing.sqlite',
      `CREATE TABLE a (b); INSERT INTO a VALUES ('{'); CREATE VIEW c AS SELECT json(b) FROM a`,
    );
    await assert.rejects(readSqlite(failing, 0), { fault: fault('database.unreadable', 'c') });
  });

  it('are refused in one sentence where Node.js lacks SQLite', () => {
    const script = `import('${pathToFileURL(path.join(root, 'src/engines/spreadsheets/sqlite.ts')).href}')
      .then((sqlite) => sqlite.readSqlite('a.sqlite', 1))
      .catch((error) => console.log(error.code, error.message));`;
    const { stdout } = spawnSync(process.execPath, ['--no-experimental-sqlite', '-e', script], {
      encoding: 'utf8',
    });
    assert.match(stdout, /^conversion\.\w+ This version of VS Code can’t open SQLite databases\./);
  });
});
