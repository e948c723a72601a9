import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfiguration } from '../../../src/network/configuration/configuration.ts';
import { readPlans } from '../../../src/network/configuration/plans.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const databaseUrl = 'postgres://network@localhost/network';

describe('readConfiguration', () => {
  const folder = useTemporaryFolder();

  const fileOf = (content: unknown): string => {
    const file = path.join(folder.path, 'network.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  it('takes the environment over the file', () => {
    const file = fileOf({ databaseUrl: 'postgres://elsewhere', plansFile: 'plans.json' });
    const read = readConfiguration({ FUN_DATABASE_URL: databaseUrl }, file);
    assert.equal(read.databaseUrl, databaseUrl);
    assert.equal(read.plansFile, 'plans.json');
  });

  it('takes a secret from a file that a variable names', () => {
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
    ['nothing', {}, undefined, /^FUN_DATABASE_URL is missing: the address of a PostgreSQL database/],
    ['an empty value', { FUN_DATABASE_URL: '' }, undefined, /^FUN_DATABASE_URL takes the address of/],
    [
      'an unknown variable',
      { FUN_DATABSE_URL: databaseUrl },
      undefined,
      /FUN_DATABSE_URL, which is no setting/,
    ],
    [
      'a secret that is set twice',
      { FUN_DATABASE_URL: databaseUrl, FUN_DATABASE_URL_FILE: '/secret' },
      undefined,
      /^Set FUN_DATABASE_URL or FUN_DATABASE_URL_FILE, not both\.$/,
    ],
    [
      'a file of a secret that is missing',
      { FUN_DATABASE_URL_FILE: '/no' },
      undefined,
      /^\/no can’t be read\.$/,
    ],
    [
      'a file of what is no secret',
      { FUN_STORE_FILE: '/no' },
      undefined,
      /FUN_STORE_FILE, which is no setting/,
    ],
    ['an unknown setting', {}, { database: databaseUrl }, /network\.json has no setting "database"\.$/],
    [
      'a value of the wrong kind',
      {},
      { databaseUrl: 7 },
      /^databaseUrl in .*network\.json takes the address/,
    ],
    ['a file that is no JSON', {}, 'no', /network\.json holds no JSON object\.$/],
  ];
  for (const [what, env, content, sentence] of faults) {
    it(`says in one sentence what is wrong with ${what}`, () => {
      const file = content === undefined ? undefined : fileOf(content);
      assert.throws(() => readConfiguration(env, file), { name: 'ConfigurationError', message: sentence });
    });
  }

  it('says that a file is not there', () => {
    const file = path.join(folder.path, 'none.json');
    assert.throws(() => readConfiguration({}, file), { message: `${file} can’t be read.` });
  });
});

describe('readPlans', () => {
  const folder = useTemporaryFolder();

  const plan = {
    id: 'farm',
    name: 'Build farm',
    tier: 'Farm',
    maxFileMegabytes: 2,
    maxBatchFiles: 3,
    maxParallelJobs: 4,
    maxQueuedJobs: 5,
  };
  const read = (plans: unknown) => {
    const file = path.join(folder.path, 'plans.json');
    writeFileSync(file, JSON.stringify(plans));
    return readPlans(file);
  };

  it('has those of the API and one that does not charge', () => {
    const plans = readPlans(undefined);
    assert.deepEqual([...plans.keys()], ['guest', 'free', 'pro', 'unmetered']);
    assert.equal(plans.get('unmetered')?.limits.credits, undefined);
    assert.deepEqual(plans.get('pro')?.limits.credits, { amount: 12_000, window: 'month' });
  });

  it('adds those of a file, with credits or without', () => {
    const credits = { amount: 7, window: 'day' } as const;
    const plans = read([plan, { ...plan, id: 'free', credits }]);
    assert.equal(plans.get('farm')?.limits.maxFileBytes, 2 * 1024 ** 2);
    assert.equal(plans.get('farm')?.limits.credits, undefined);
    assert.deepEqual(plans.get('free')?.limits.credits, credits);
  });

  it('says where a file is wrong', () => {
    const wrong = [plan, { ...plan, maxQueuedJobs: -1 }];
    assert.throws(() => read(wrong), { message: /plans\.json is no list of plans: 1\.maxQueuedJobs is not/ });
    assert.throws(() => read({}), { message: /plans\.json is no list of plans\.$/ });
  });
});
