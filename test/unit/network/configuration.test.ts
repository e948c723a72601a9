import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isConnected, readConfiguration } from '../../../src/network/configuration.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const databaseUrl = 'postgres://network@localhost/network';

describe('readConfiguration', () => {
  const folder = useTemporaryFolder();

  const fileOf = (content: unknown): string => {
    const file = path.join(folder.path, 'network.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  it('prefers the environment over the file', () => {
    const file = fileOf({ databaseUrl: 'postgres://elsewhere', mailFrom: 'a@example.com' });
    const read = readConfiguration({ FUN_DATABASE_URL: databaseUrl }, file);
    assert.equal(read.databaseUrl, databaseUrl);
    assert.equal(read.mailFrom, 'a@example.com');
  });

  it('needs no settings: the database is then the built-in one', () => {
    assert.equal(isConnected(readConfiguration({}, undefined)), false);
    assert.equal(isConnected(readConfiguration({ FUN_DATABASE_URL: databaseUrl }, undefined)), true);
  });

  it('reads a secret from a file that a variable names', () => {
    const [url, key] = ['url', 'key'].map((name) => path.join(folder.path, name));
    assert.ok(url && key);
    writeFileSync(url, `${databaseUrl}\n`);
    writeFileSync(key, 'secret');
    const config = fileOf({ s3SecretAccessKey: 'other' });
    const env = {
      FUN_DATABASE_URL_FILE: url,
      FUN_S3_SECRET_ACCESS_KEY_FILE: key,
      FUN_TLS_KEY_FILE: 'tls.pem',
    };
    const read = readConfiguration(env, config);
    assert.deepEqual([read.databaseUrl, read.s3SecretAccessKey], [databaseUrl, 'secret']);
    assert.deepEqual(read.secretFiles.toSorted(), [config, key, 'tls.pem', url].toSorted());
  });

  const faults: [string, NodeJS.ProcessEnv, unknown, RegExp][] = [
    [
      'an invalid number',
      { FUN_PLACES: 'ten' },
      undefined,
      /^FUN_PLACES must be a whole number .*, not "ten"\.$/,
    ],
    [
      'the address of another kind of database',
      { FUN_DATABASE_URL: 'mysql://user:secret@host/name' },
      undefined,
      /^FUN_DATABASE_URL must be the address of a PostgreSQL database, such as postgres:\/\/user@host\/name, with [^.]*\.$/,
    ],
    ['an empty value', { FUN_DATABASE_URL: '' }, undefined, /^FUN_DATABASE_URL must be the address of/],
    ['an unknown variable', { FUN_DATABSE_URL: databaseUrl }, undefined, /unknown setting FUN_DATABSE_URL\./],
    [
      'a secret that is set twice',
      { FUN_DATABASE_URL: databaseUrl, FUN_DATABASE_URL_FILE: '/secret' },
      undefined,
      /^Set FUN_DATABASE_URL or FUN_DATABASE_URL_FILE, not both\.$/,
    ],
    ['a missing secret file', { FUN_DATABASE_URL_FILE: '/no' }, undefined, /^\/no can’t be read\.$/],
    [
      'a file for a setting that isn’t a secret',
      { FUN_STORE_FILE: '/no' },
      undefined,
      /unknown setting FUN_STORE_FILE\./,
    ],
    [
      'an unknown setting',
      {},
      { database: databaseUrl },
      /network\.json has an unknown setting "database"\.$/,
    ],
    [
      'a value of the wrong kind',
      {},
      { databaseUrl: 7 },
      /^databaseUrl in .*network\.json must be the address/,
    ],
    [
      'a worker that is given up before its heartbeat',
      { FUN_DATABASE_URL: databaseUrl, FUN_BEAT_SECONDS: '300', FUN_DEAD_AFTER_SECONDS: '5' },
      undefined,
      /^FUN_DEAD_AFTER_SECONDS must be at least twice FUN_BEAT_SECONDS, so that [a-z ]+\.$/,
    ],
    [
      'an organization’s provider without a client',
      { FUN_ORGANIZATION_ISSUER: 'https://login.example.com' },
      undefined,
      /^Set FUN_ORGANIZATION_CLIENT_ID, which FUN_ORGANIZATION_ISSUER needs\.$/,
    ],
    [
      'an organization’s provider without a plan',
      { FUN_ORGANIZATION_ISSUER: 'https://login.example.com', FUN_ORGANIZATION_CLIENT_ID: 'pages' },
      undefined,
      /^With FUN_ORGANIZATION_ISSUER, set FUN_ORGANIZATION_PLANS or FUN_ORGANIZATION_DEFAULT_PLAN, /,
    ],
    ...Object.entries({
      FUN_DATABASE_URL: 'postgres://user:1#b@host/name',
      FUN_SMTP_URL: 'smtps://user:a#b@mail.example.com',
      FUN_AUTH_URL: 'http://accounts.example.com',
      FUN_API_URL: 'https://a b',
      FUN_S3_ENDPOINT: 's3.example.com',
      FUN_ORGANIZATION_ISSUER: 'https://[login',
      FUN_ORGANIZATION_PLANS: 'designers',
    }).map(([name, value]): [string, NodeJS.ProcessEnv, unknown, RegExp] => [
      `${value} in ${name}`,
      { [name]: value },
      undefined,
      new RegExp(`^${name} must be [^\\n]*\\.$`),
    ]),
    ['a file that isn’t JSON', {}, 'no', /network\.json isn’t a JSON object\.$/],
  ];
  for (const [what, env, content, sentence] of faults) {
    it(`reports in one sentence what is wrong with ${what}`, () => {
      const file = content === undefined ? undefined : fileOf(content);
      assert.throws(() => readConfiguration(env, file), { name: 'ConfigurationError', message: sentence });
    });
  }

  it('accepts a database on a socket', () => {
    const socket = 'postgres://network@/network?host=/var/run/postgresql';
    assert.equal(readConfiguration({ FUN_DATABASE_URL: socket }, undefined).databaseUrl, socket);
  });

  it('reports a missing file', () => {
    const file = path.join(folder.path, 'none.json');
    assert.throws(() => readConfiguration({}, file), { message: `${file} can’t be read.` });
  });
});
