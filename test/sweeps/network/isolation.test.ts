import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Listener } from '../../support/http/listener.ts';
import { withoutIsolation } from '../../support/network/withoutIsolation.ts';
import { isAllowed, type User, users } from '../../support/service/sandboxes.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const script = path.join(import.meta.dirname, '../../support/network/isolatedNode.ts');

describe('A node’s engines', () => {
  const folder = useTemporaryFolder();

  /** The output of a process that stands in for a node, started with the command `through`. */
  async function node({ ids }: User, through: readonly string[] = []) {
    const [file, store, own, others] = ['secrets', 'store', 'own', 'others'].map((name) =>
      path.join(folder.path, name),
    );
    assert.ok(file && store && own && others);
    writeFileSync(file, 'secret-of-file');
    for (const each of [store, own, others]) mkdirSync(each, { mode: 0o700 });
    writeFileSync(path.join(store, 'secret-of-folder'), '');
    chmodSync(folder.path, 0o755);
    if (ids) for (const each of [file, store, own, others]) chownSync(each, ids.uid, ids.gid);
    const listener = await Listener.start();
    try {
      const command = [...through, process.execPath, script, own, listener.url, others, file, store];
      const { stdout } = await promisify(execFile)(command[0] ?? '', command.slice(1), {
        ...ids,
        env: { PATH: '', FUN_DATABASE_URL: 'secret-of-variable' },
      });
      return JSON.parse(stdout);
    } finally {
      listener.stop();
    }
  }

  for (const user of users) {
    it(`work without access to secrets of ${user.name}’s node, the network, or other files`, async function () {
      if (!isAllowed('unshare', user)) this.skip();
      const { reason, without, within, bytes, confiners } = await node(user);
      assert.equal(reason, undefined);
      const secrets = ['secret-of-variable', 'secret-of-file', 'secret-of-folder'];
      assert.deepEqual(without, { secrets, isReached: true, isWritten: true });
      assert.deepEqual(within, { secrets: [], isReached: false, isWritten: false });
      assert.ok(bytes > 0);
      assert.deepEqual(confiners, ['bubblewrap']);
    });
  }

  it('run without isolation if nothing can isolate them, and the node says why', async function () {
    const [user] = users;
    if (!user || !isAllowed('unshare', user)) this.skip();
    const { reason, within } = await node(user, withoutIsolation);
    assert.match(reason, /unshare: /);
    assert.equal(within, undefined);
  });
});
