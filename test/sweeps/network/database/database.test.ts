import assert from 'node:assert/strict';
import { useDatabase } from '../../../support/network/testDatabase.ts';

describe('The database', () => {
  const current = useDatabase();

  it('makes the server check silent connections, so that a vanished node’s locks are released', async () => {
    const { rows } = await current.database.query<{ name: string; source: string }>(
      `select name, source from pg_settings where name like 'tcp_keepalives%' order by name`,
    );
    assert.deepEqual(
      rows.map(({ name, source }) => [name, source]),
      ['count', 'idle', 'interval'].map((each) => [`tcp_keepalives_${each}`, 'client']),
    );
  });
});
