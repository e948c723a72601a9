import assert from 'node:assert/strict';
import { changeAccount } from '../../../../src/network/accounts/accounts.ts';
import {
  accountOfKey,
  addKey,
  listKeys,
  lockValidKey,
  revokeKey,
} from '../../../../src/network/accounts/keys.ts';
import { addPerson, changePerson } from '../../../../src/network/identity/people.ts';
import { accountWith, personWith } from '../../../support/network/accounts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';

const here = '127.0.0.1';

describe('A key', () => {
  const current = useDatabase();

  const keyWith = async (allowed: readonly string[] = []) => {
    const { database } = current;
    const account = await accountWith(database);
    const key = await addKey(database, account, { name: 'ci', allowed });
    return { database, account, key };
  };

  it('identifies its account', async () => {
    const { database, account, key } = await keyWith();
    assert.equal((await accountOfKey(database, key, here))?.id, account.id);
    const others = [`fun_${key.slice(4).split('').toReversed().join('')}`, '', 'fun_', `${key}x`, `${key}\n`];
    for (const other of others) assert.equal(await accountOfKey(database, other, here), undefined);
  });

  it('isn’t stored anywhere in the database', async () => {
    const { database, key } = await keyWith();
    const { rows } = await database.query<{ row: string }>(
      'select row_to_json(k)::text as row from network.keys k',
    );
    assert.equal(rows.length, 2);
    for (const { row } of rows) assert.ok(!row.includes(key.slice(4)));
  });

  it('stops working when it is revoked, or its account or person is disabled', async () => {
    const { database, account, key } = await keyWith();
    await changeAccount(database, account.name, { disabled: true });
    assert.equal(await accountOfKey(database, key, here), undefined);
    await changeAccount(database, account.name, { disabled: false });
    assert.ok(await accountOfKey(database, key, here));
    const email = 'ann@example.com';
    const person = await addPerson(database, { email, account: account.id, isAdmin: false }, null);
    const personal = await addKey(database, account, { name: 'laptop', allowed: [], person });
    const { keyId } = (await accountOfKey(database, personal, here)) ?? assert.fail();
    await changePerson(database, email, 'disable');
    assert.equal(await accountOfKey(database, personal, here), undefined);
    assert.equal(await lockValidKey(database, keyId), false);
    assert.ok(await accountOfKey(database, key, here));
    await revokeKey(database, account, 'ci');
    assert.equal(await accountOfKey(database, key, here), undefined);
    const revoked = (await listKeys(database, account)).filter(({ revokedAt }) => revokedAt !== null);
    assert.deepEqual(
      revoked.map(({ name }) => name),
      ['ci'],
    );
  });

  it('stops working with its person, unless that is the only administrator', async () => {
    const { database } = current;
    await personWith(database, 'ann@example.com', { isAdmin: true });
    const disable = async (email: string) =>
      database.transaction((connection) => changePerson(connection, email, 'disable'));
    await assert.rejects(disable('ann@example.com'), {
      message: /is the only administrator who can sign in\./,
    });
    await personWith(database, 'bob@example.com', { isAdmin: true });
    const both = await Promise.allSettled(['ann@example.com', 'bob@example.com'].map(disable));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('is accepted only from its addresses and networks', async () => {
    const { database, key } = await keyWith(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
    const allowed = async (address: string) => (await accountOfKey(database, key, address)) !== undefined;
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])
      assert.ok(await allowed(address), address);
    for (const address of ['10.2.2.3', '192.0.2.8', '2001:db9::1', here])
      assert.ok(!(await allowed(address)), address);
  });

  it('of a person belongs to the person’s account, and to no other', async () => {
    const { database } = current;
    const { id: person, of } = await personWith(database, 'ann@example.com');
    const other = await accountWith(database);
    const own = await addKey(database, of, { name: 'laptop', allowed: [], person });
    assert.equal((await accountOfKey(database, own, here))?.id, of.id);
    const code = '23503';
    await assert.rejects(addKey(database, other, { name: 'laptop', allowed: [], person }), { code });
    const move = 'update network.people set account = $1 where id = $2';
    await assert.rejects(database.query(move, [other.id, person]), { code });
  });

  it('has a unique name and valid addresses', async () => {
    const { database, account } = await keyWith();
    const add = (name: string, allowed: readonly string[]) => addKey(database, account, { name, allowed });
    await assert.rejects(add('ci', []), {
      message: 'The account team has already used the key name "ci". Choose another name.',
    });
    await assert.rejects(add('two', ['10.0.0.0/99']), {
      message: /^One of 10\.0\.0\.0\/99 isn’t an address/,
    });
    await revokeKey(database, account, 'ci');
    for (const name of ['ci', 'two'])
      await assert.rejects(revokeKey(database, account, name), { message: /has no valid key "\w+"\.$/ });
  });
});
