// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../../src/network/accounts/keys.ts';
import { eventually } from '../../../support/eventually.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { networkService } from '../../../support/network/networkCommand.ts';
import { NetworkNode } from '../../../support/network/networkNode.ts';
import { mayMount, ownDisk } from '../../../support/network/ownDisk.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { root } from '../../../support/paths.ts';
import { hold } from '../../../support/service/hold.ts';
import { descendantsOf } from '../../../support/service/processes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const diskBytes = 96 * 1024 ** 2;

(mayMount ? describe : describe.skip)('A network whose store is full', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  it('reports it, and keeps its jobs until there is space', async () => {
    const { database } = current;
    const store = path.join(folder.path, 'store');
    mkdirSync(store);
    const account = await accountWith(database);
    const key = await addKey(database, account, { name: 'key', allowed: [] });
    const node = await NetworkNode.start('all', { FUN_DATABASE_URL: current.url, FUN_STORE: store }, [
      ...ownDisk(store, `${diskBytes}`),
      ...networkService,
    ]);
    try {
      const form = new FormData();
      form.set('targetFormat', 'jpg');
      form.set('file', new File([picture], 'a.png'));
      const headers = { 'X-Service-Api-Key': key };
      const submit = () => fetch(new URL('/convert', node.baseUrl), { method: 'POST', headers, body: form });
      const job = async () =>
        (
          await database.query(
            'select status, attempt, uncounted from network.jobs order by sequence desc limit 1',
          )
        ).rows[0];
      assert.equal((await submit()).status, 202);
      await eventually(job, ({ status }) => status === 'Succeeded');
      // The second job stays in progress until the store is full.
      const release = hold(descendantsOf(node.pid));
      assert.equal((await submit()).status, 202);
      await eventually(job, ({ status }) => status === 'Processing');
      const full = path.join('/proc', String(node.pid), 'root', store, 'other');
      assert.throws(() => writeFileSync(full, Buffer.alloc(diskBytes)), { code: 'ENOSPC' });
      release();
      await eventually(job, ({ status }) => status === 'Queued');
      const ready = await fetch(new URL('/readyz', node.operationsUrl));
      assert.deepEqual([ready.status, await ready.text()], [503, 'The store can’t be used.\n']);
      assert.equal((await submit()).status, 503);
      assert.deepEqual(await job(), { status: 'Queued', attempt: 1, uncounted: 1 });
      rmSync(full);
      await eventually(job, ({ status }) => status === 'Succeeded');
    } finally {
      await node.stop();
    }
  });
});
