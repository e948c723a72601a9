import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readConfiguration } from '../../../../src/network/configuration.ts';
import { type ObjectStore, ObjectMissing } from '../../../../src/network/store/objectStore.ts';
import { openStore, WatchedStore } from '../../../../src/network/store/openStore.ts';
import { S3Store } from '../../../../src/network/store/s3Store.ts';
import { listen } from '../../../support/http/port.ts';
import { bucket, Swift } from '../../../support/network/swift.ts';

const mebibyte = 1024 ** 2;

const opened = (env: NodeJS.ProcessEnv) =>
  openStore(readConfiguration({ FUN_DATABASE_URL: 'postgres://localhost/network', ...env }, undefined));

const content = async (store: ObjectStore, key: string) =>
  Buffer.concat(await (await store.get(key)).toArray()).toString();
const keys = async (store: ObjectStore, prefix: string) => {
  const found: string[] = [];
  for await (const { key, changedAt } of store.list(prefix)) {
    assert.ok(Math.abs(Date.now() - changedAt) < 600_000);
    found.push(key);
  }
  return found.toSorted();
};

describe('The stores', () => {
  let folder = '';
  let swift: Swift;
  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stores-'));
    swift = await Swift.start(path.join(folder, 'swift'));
  });
  after(async () => {
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const kinds: Readonly<Record<string, () => ObjectStore>> = {
    'a folder': () => opened({ FUN_STORE: path.join(folder, 'store') }),
    'a bucket': () => opened(swift.env),
  };
  for (const [kind, open] of Object.entries(kinds)) {
    it(`keep a file in ${kind} until it is deleted`, async () => {
      const store = open();
      await store.check();
      await store.put('jobs/a/1/output', Readable.from([Buffer.from('one')]), 3);
      await store.put('jobs/a/2/output', Readable.from([Buffer.from('two')]), 3);
      await store.put('incoming/b/input', Readable.from([Buffer.from('in')]), 2);
      assert.equal(await content(store, 'jobs/a/2/output'), 'two');
      assert.deepEqual(await keys(store, 'jobs/a/'), ['jobs/a/1/output', 'jobs/a/2/output']);
      await store.delete('jobs/a/1/output');
      await store.delete('jobs/a/1/output');
      assert.deepEqual(await keys(store, 'jobs/'), ['jobs/a/2/output']);
      assert.deepEqual(await keys(store, 'jobs/none/'), []);
      assert.equal(await content(store, 'incoming/b/input'), 'in');
    });

    it(`report that a file is missing from ${kind}`, async () => {
      await assert.rejects(open().get('jobs/none/1/output'), ObjectMissing);
    });

    it(`keep nothing of an interrupted upload in ${kind}`, async () => {
      const store = open();
      const broken = Readable.from(
        (async function* broken() {
          yield Buffer.alloc(mebibyte);
          throw new Error('The disk is gone');
        })(),
      );
      await assert.rejects(store.put('jobs/broken/1/output', broken, 2 * mebibyte), /The disk is gone/);
      assert.deepEqual(await keys(store, 'jobs/broken/'), []);
    });

    it(`keep nothing in ${kind} of an upload that was interrupted before it was read`, async () => {
      const store = open();
      const broken = new Readable({ read: () => undefined });
      broken.destroy(new Error('The disk is gone'));
      await assert.rejects(store.put('jobs/broken/1/output', broken, 1));
      assert.deepEqual(await keys(store, 'jobs/broken/'), []);
    });

    it(`keep a file of many parts unchanged in ${kind}`, async () => {
      const store = open();
      const [wrote, read] = [createHash('sha256'), createHash('sha256')];
      const parts = Array.from({ length: 20 }, (_, index) => Buffer.alloc(mebibyte + 7, index));
      for (const part of parts) wrote.update(part);
      await store.put('jobs/large/1/output', Readable.from(parts), 20 * (mebibyte + 7));
      for await (const chunk of await store.get('jobs/large/1/output')) read.update(chunk);
      assert.equal(read.digest('hex'), wrote.digest('hex'));
    });
  }

  it('count as unusable after they refused a file, until they accept one again', async () => {
    const folderOfStore = path.join(folder, 'refusing');
    const failed: string[] = [];
    const store = new WatchedStore(opened({ FUN_STORE: folderOfStore }), (operation) =>
      failed.push(operation),
    );
    await store.check();
    writeFileSync(path.join(folderOfStore, 'incoming'), 'in the way of the folder');
    await store.check();
    await assert.rejects(store.put('incoming/a/input', Readable.from(['one']), 3), {
      name: 'StoreUnavailable',
    });
    await assert.rejects(store.check());
    rmSync(path.join(folderOfStore, 'incoming'));
    await store.check();
    assert.deepEqual(await keys(store, ''), []);
    await assert.rejects(store.get('jobs/missing/1/output'));
    assert.deepEqual(failed, ['put', 'check']);
  });

  it('limit concurrent uploads to a bucket by the available memory', async () => {
    const store = opened(swift.env);
    const [files, fileBytes] = [8, 17 * mebibyte];
    let [sending, most] = [0, 0];
    const send = async (number: number): Promise<void> => {
      const parts = (function* parts() {
        most = Math.max(most, (sending += 1));
        for (let sent = 0; sent < fileBytes; sent += mebibyte) yield Buffer.alloc(mebibyte);
      })();
      await store.put(`jobs/many/${number}/output`, Readable.from(parts), fileBytes);
      sending -= 1;
    };
    await Promise.all(Array.from({ length: files }, (_, number) => send(number)));
    assert.ok(most > 1 && most <= 4, String(most));
    assert.equal((await keys(store, 'jobs/many/')).length, files);
  });

  it('give up on a silent store, before its answer and in the middle of a file', async () => {
    for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf']) {
      const silent = net.createServer((socket) =>
        socket.on('error', () => undefined).once('data', () => socket.write(answer)),
      );
      const endpoint = `http://127.0.0.1:${await listen(silent)}`;
      const store = new S3Store(bucket, { ...swift.access, endpoint, maxAttempts: 1 }, { silenceMs: 300 });
      await assert.rejects(content(store, 'jobs/a/1/output'), { name: 'TimeoutError' });
      await assert.rejects(store.put('jobs/a/1/output', Readable.from([Buffer.from('one')]), 3));
      silent.close();
    }
  });

  it('report that a bucket doesn’t exist', async () => {
    await assert.rejects(new S3Store('nowhere', swift.access).check());
  });

  it('report mistakes in their settings in one sentence', () => {
    const faults: [NodeJS.ProcessEnv, RegExp][] = [
      [{}, /^Set FUN_STORE to the path of a folder that all nodes share, or s3:\/\//],
      [{ FUN_STORE: 's3://A_b' }, /^FUN_STORE has an invalid bucket name: s3:\/\/A_b\.$/],
      [
        { FUN_STORE: 's3://b1', FUN_S3_ACCESS_KEY_ID: 'id' },
        /^Set both FUN_S3_ACCESS_KEY_ID and .*, or neither\.$/,
      ],
    ];
    for (const [env, message] of faults)
      assert.throws(() => opened(env), { name: 'ConfigurationError', message });
  });
});
