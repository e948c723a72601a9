import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import { FolderStore } from '../../../src/network/store/folderStore.ts';
import { incomingKey } from '../../../src/network/store/objectStore.ts';
import { eventually } from '../../support/eventually.ts';
import { statuses } from '../../support/network/jobParts.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

/**
 * The database of the first version after its nodes were killed. One account has six jobs: succeeded, failed, running
 * at a worker, queued, and waiting.
 */
const firstSchema = readFileSync(path.join(root, 'test/fixtures/network/firstSchema.sql'), 'utf8');
const picture = path.join(root, 'media/icon.png');

describe('A database of the first version', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  it('is upgraded by the first node, which ends the jobs that were in flight', async () => {
    const { database } = current;
    await database.query(firstSchema);
    // The sweeper would delete jobs that ended long ago.
    await database.query('update network.jobs set ended_at = now() where ended_at is not null');
    const store = path.join(folder.path, 'store');
    const { rows } = await database.query<{ id: string }>(
      `select id from network.jobs where status in ('Queued', 'Processing')`,
    );
    for (const { id } of rows)
      await new FolderStore(store).put(incomingKey(id, 'input'), createReadStream(picture));
    const node = await NetworkNode.start('all', {
      FUN_DATABASE_URL: current.url,
      FUN_STORE: store,
      FUN_SWEEP_SECONDS: '1',
    });
    try {
      const ended = await eventually(
        () => statuses(database),
        (all) => all.every((status) => status === 'Succeeded' || status === 'Failed'),
      );
      assert.deepEqual(ended, ['Succeeded', 'Failed', ...rows.map(() => 'Succeeded')]);
      const { imbalances, wrongRefunds } = await verifyLedger(database);
      assert.deepEqual([imbalances, wrongRefunds], [[], []]);
    } finally {
      await node.stop();
    }
  });
});
