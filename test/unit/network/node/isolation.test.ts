import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfiguration } from '../../../../src/network/configuration.ts';
import { hiddenFiles } from '../../../../src/network/node/isolation.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('hiddenFiles', () => {
  const folder = useTemporaryFolder();
  const at = (name: string): string => path.join(folder.path, name);

  /** The hidden files in the test's folder. */
  function hidden(host: string, store: string, others: NodeJS.ProcessEnv = {}): string[] {
    for (const name of ['own', 'store', 'sockets']) mkdirSync(at(name), { recursive: true });
    for (const name of ['key', '.s.PGSQL.5432']) writeFileSync(at(name), '');
    const databaseUrl = `postgres://network@/network?host=${host}`;
    const env = { FUN_STORE: store, FUN_TLS_KEY_FILE: at('key') };
    const configuration = { ...readConfiguration(env, undefined), databaseUrl };
    const all = hiddenFiles(configuration, at('own'), others);
    return all.filter((file) => file.startsWith(folder.path)).map((file) => path.relative(folder.path, file));
  }

  it('include secrets, a folder used as a store, and the database’s sockets', () => {
    assert.deepEqual(hidden(at('sockets'), at('store')), ['key', 'store', 'sockets']);
  });

  it('include secrets that libraries get in other ways', () => {
    for (const name of ['credentials', 'passwords', 'client.key']) writeFileSync(at(name), '');
    const others = {
      AWS_SHARED_CREDENTIALS_FILE: at('credentials'),
      PGPASSFILE: at('passwords'),
      PGSSLKEY: '',
    };
    const host = `localhost&sslkey=${at('client.key')}`;
    assert.deepEqual(hidden(host, 's3://files', others), ['key', 'credentials', 'passwords', 'client.key']);
  });

  it('contain no path below another', () => {
    mkdirSync(at('store/sockets'), { recursive: true });
    assert.deepEqual(hidden(at('store/sockets'), at('store')), ['key', 'store']);
  });

  it('exclude missing and remote paths, and parents of the node’s own folder', () => {
    assert.deepEqual(hidden('localhost', 's3://files'), ['key']);
    assert.deepEqual(hidden(at('nowhere'), at('nowhere')), ['key']);
    assert.deepEqual(hidden(folder.path, folder.path), ['key', '.s.PGSQL.5432']);
  });
});
