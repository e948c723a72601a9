import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Traits } from '../../../../src/contract/losses.ts';
import { probeFile } from '../../../../src/engines/traits/probeFile.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('probeFile', () => {
  const folder = useTemporaryFolder();

  async function traitsOf(name: string, from: string): Promise<Traits> {
    const inputPath = path.join(folder.path, name);
    const work = { tool: 'convert', engine: 'fileProbe', to: from, options: {}, outputPath: '' } as const;
    const { traits } = await probeFile({ ...work, from, inputPath, fileName: name, inputBytes: 0 });
    return traits ?? {};
  }

  it('finds the tables of a database that a single table or another program would lose', async () => {
    const tables = async (name: string, sql: string): Promise<(boolean | undefined)[]> => {
      const database = new DatabaseSync(path.join(folder.path, name));
      database.exec(sql);
      database.close();
      const { otherTables, unreadableTables } = await traitsOf(name, 'sqlite');
      return [otherTables, unreadableTables];
    };
    const one = 'CREATE TABLE a (b);';
    assert.deepEqual(await tables('1.db', one), [false, false]);
    assert.deepEqual(await tables('2.db', `${one} CREATE VIEW c AS SELECT b FROM a`), [true, false]);
    assert.deepEqual(await tables('3.db', `${one} CREATE VIEW c AS SELECT d(b) FROM a`), [false, true]);
    assert.deepEqual(await tables('4.db', `${one} CREATE VIRTUAL TABLE e USING rtree(f, g, h)`), [
      false,
      true,
    ]);
  });
});
