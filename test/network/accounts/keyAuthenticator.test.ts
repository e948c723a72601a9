import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { changeAccount } from '../../../src/network/accounts/accounts.ts';
import { KeyAuthenticator } from '../../../src/network/accounts/keyAuthenticator.ts';
import { addKey } from '../../../src/network/accounts/keys.ts';
import type { Queryable } from '../../../src/network/database/database.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { accountWith } from '../../support/network/accounts.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';

const here = '127.0.0.1';
const wrongKey = () => `fun_${randomBytes(32).toString('base64url')}`;

describe('KeyAuthenticator', () => {
  const current = useDatabase();

  const prepared = async () => {
    const { database } = current;
    const account = await accountWith(database);
    const key = await addKey(database, account, { name: 'ci', allowed: [] });
    let queries = 0;
    const counting = new Proxy(database, {
      get: (target, name) => {
        if (name === 'query') queries += 1;
        return Reflect.get(target, name);
      },
    }) satisfies Queryable;
    const clock = new FakeClock();
    const ring = new KeyAuthenticator(counting, clock);
    return { database, account, key, clock, ring, asked: () => queries };
  };

  it('queries the database for each possible key', async () => {
    const { ring, key, account, asked } = await prepared();
    for (let count = 0; count < 2; count += 1)
      assert.equal((await ring.accountOf(key, here))?.id, account.id);
    // The first use takes a third query, because it is recorded.
    assert.equal(asked(), 2 + 1);
  });

  it('queries nothing for an impossible key', async () => {
    const { ring, key, asked } = await prepared();
    for (const wrong of [
      '',
      'x',
      'fun_',
      `${key}x`,
      key.slice(0, -1),
      key.replace('fun_', 'run_'),
      `${key}\n`,
    ])
      assert.equal(await ring.accountOf(wrong, here), undefined);
    assert.equal(asked(), 0);
  });

  it('looks up a wrong key once a second per address', async () => {
    const { ring, clock, asked } = await prepared();
    const wrong = wrongKey();
    for (let count = 0; count < 5; count += 1) assert.equal(await ring.accountOf(wrong, here), undefined);
    assert.equal(asked(), 1);
    await ring.accountOf(wrong, '127.0.0.2');
    assert.equal(asked(), 2);
    await clock.advance(1001);
    await ring.accountOf(wrong, here);
    assert.equal(asked(), 3);
  });

  it('accepts a new key at once, and the keys of a re-enabled account within a second', async () => {
    const { database, ring, key, account, clock } = await prepared();
    await ring.accountOf(wrongKey(), here);
    const added = await addKey(database, account, { name: 'new', allowed: [] });
    assert.ok(await ring.accountOf(added, here));
    await changeAccount(database, account.name, { disabled: true });
    assert.equal(await ring.accountOf(key, here), undefined);
    await changeAccount(database, account.name, { disabled: false });
    await clock.advance(1001);
    assert.ok(await ring.accountOf(key, here));
  });
});
