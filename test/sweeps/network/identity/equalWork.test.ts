import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import type { Queryable } from '../../../../src/network/database/database.ts';
import { hashPassword } from '../../../../src/network/identity/passwords.ts';
import { addPerson, personWithPassword } from '../../../../src/network/identity/people.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';
import { PostgresProxy } from '../../../support/network/postgresProxy.ts';

const ann = 'ann@example.com';

/** Counts the password hashes that `work` computes: the only native tasks, whose type has no name. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({ init: (_id, type) => void (count += type === 'undefined' ? 1 : 0) }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}

describe('The account pages, asked about a person and about nobody', () => {
  const pages = useAccountPages();

  it('do the same work for a wrong password', async () => {
    assert.equal(await hashesDuring(async () => hashPassword('x')), 1, 'hashes are counted');
    const { account } = await pages.person(ann);
    const invited = { email: 'invited@example.com', account, isAdmin: false };
    await addPerson(pages.database, invited, null);
    const workFor = async (email: string) => {
      const statements: string[] = [];
      const recorder: Queryable = {
        query: async (sql, values) => {
          statements.push(sql);
          return pages.database.query(sql, values);
        },
      };
      const hashes = await hashesDuring(async () => {
        assert.equal(await personWithPassword(recorder, email, 'wrong'), undefined);
      });
      return { hashes, statements };
    };
    // The first call prepares the hash to compare with, whomever it is for.
    assert.equal((await workFor(ann)).hashes, 2);
    const known = await workFor(ann);
    assert.deepEqual([known.hashes, known.statements.length], [1, 1]);
    for (const email of ['nobody@example.com', invited.email])
      assert.deepEqual(await workFor(email), known, email);
  });

  it('answer a forgotten password without waiting to look up the person', async () => {
    await pages.person(ann);
    const proxy = await PostgresProxy.start(pages.environment().FUN_DATABASE_URL);
    try {
      await pages.start({ FUN_DATABASE_URL: proxy.url });
      const lookedUp = proxy.silence('network.people p', 2);
      const answers = [];
      for (const email of [ann, 'nobody@example.com']) {
        const { status, text } = await pages.visitor().send('/account/forgot', { email });
        answers.push([status, text]);
      }
      assert.deepEqual(answers[0], answers[1]);
      await lookedUp;
    } finally {
      await proxy.close();
    }
  });
});
