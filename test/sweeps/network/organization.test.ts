import assert from 'node:assert/strict';
import { listAccounts } from '../../../src/network/accounts/accounts.ts';
import { addPerson, listPeople } from '../../../src/network/identity/people.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { Organization } from '../../support/network/organization.ts';
import { useAccountPages } from '../../support/network/accountPages.ts';
import { type ShownPage, Visitor } from '../../support/network/visitor.ts';

const ann = 'ann@example.com';

describe('Signing in at the organization’s provider', () => {
  const pages = useAccountPages();
  let organization: Organization;
  beforeEach(async () => {
    organization = await Organization.start();
    organization.claims = { email: ann, email_verified: true, groups: ['staff', 'designers'] };
  });
  afterEach(() => organization.stop());

  const start = async (settings: NodeJS.ProcessEnv = {}) =>
    pages.start({ ...organization.settings, ...settings });

  /** Visits the organization's provider, and resolves to the path that the provider redirects back to. */
  const visit = async (visitor: Visitor): Promise<string> => {
    const { headers } = await visitor.get('/account/organization');
    let next = new URL(headers.get('Location') ?? '');
    const there = new Visitor(next.origin);
    while (next.origin !== new URL(pages.url).origin) {
      const { headers: found } = await there.get(`${next.pathname}${next.search}`);
      next = new URL(found.get('Location') ?? '', next);
    }
    return `${next.pathname}${next.search}`;
  };
  const signIn = async (visitor = pages.visitor()): Promise<ShownPage> => visitor.get(await visit(visitor));

  it('creates a person with their group’s plan, and makes administrators', async () => {
    await start({ FUN_ORGANIZATION_PLANS: 'bosses=free, designers=pro', FUN_ORGANIZATION_ADMINS: 'staff' });
    const visitor = pages.visitor();
    assert.match((await visitor.get('/account/login')).text, /Sign in with your organization/);
    assert.equal((await signIn(visitor)).headers.get('Location'), '/account');
    assert.equal((await visitor.get('/account/admin')).status, 200);
    assert.deepEqual(
      (await listAccounts(pages.database)).map(({ name, plan }) => [name, plan]),
      [[ann, 'pro']],
    );
    organization.claims = { ...organization.claims, groups: ['bosses'] };
    assert.equal((await signIn()).status, 303);
    const [person, ...others] = await listPeople(pages.database);
    assert.deepEqual([person?.isAdmin, others.length], [false, 0]);
    assert.equal((await visitor.get('/account/admin')).status, 404);
    assert.equal((await listAccounts(pages.database))[0]?.plan, 'free');
  });

  it('is refused for other domains, unverified addresses, and disabled people', async () => {
    await start();
    for (const claims of [
      { email: 'ann@example.com.evil.org' },
      { email: 'ann@evilexample.com' },
      { email_verified: false },
      { email_verified: undefined },
    ]) {
      organization.claims = { email: ann, email_verified: true, ...claims };
      assert.equal((await signIn()).status, 400, JSON.stringify(claims));
    }
    assert.deepEqual(await listPeople(pages.database), []);
    organization.claims = { email: ann, email_verified: true };
    assert.equal((await signIn()).status, 303);
    await networkCommand(['people', 'disable', ann], pages.environment());
    assert.equal((await signIn()).status, 400);
  });

  const plans = async () => (await listAccounts(pages.database)).map(({ name, plan }) => [name, plan]);

  it('takes away a group’s plan when the person leaves the group', async () => {
    await start({ FUN_ORGANIZATION_PLANS: 'designers=pro' });
    assert.equal((await signIn()).status, 303);
    assert.deepEqual(await plans(), [[ann, 'pro']]);
    organization.claims = { ...organization.claims, groups: [] };
    assert.equal((await signIn()).status, 303);
    assert.deepEqual(await plans(), [[ann, 'free']]);
  });

  it('is refused without a group if there is no plan for such people', async () => {
    const settings = { FUN_ORGANIZATION_PLANS: 'designers=pro', FUN_ORGANIZATION_DEFAULT_PLAN: undefined };
    await start(settings);
    assert.equal((await signIn()).status, 303);
    for (const groups of [['staff'], [], undefined]) {
      organization.claims = { ...organization.claims, groups };
      assert.equal((await signIn()).status, 400, JSON.stringify(groups));
    }
  });

  it('keeps the plan of an account that others share, and the role of an invited administrator', async () => {
    const { of } = await pages.person(ann, { isAdmin: true, plan: 'pro' });
    await pages.database.query('update network.accounts set name = $2 where id = $1', [of.id, ann]);
    const bob = { email: 'bob@example.com', account: of.id, isAdmin: false };
    await addPerson(pages.database, bob, null);
    await start({ FUN_ORGANIZATION_ADMINS: 'bosses' });
    assert.equal((await signIn()).status, 303);
    assert.deepEqual(await plans(), [[ann, 'pro']]);
    const [person] = await listPeople(pages.database);
    assert.equal(person?.isAdmin, true);
  });

  it('knows people by their identifier, whatever their address is', async () => {
    const { id } = await pages.person(ann);
    await start();
    const people = async () => (await listPeople(pages.database)).map((person) => person.id);
    assert.equal((await signIn()).status, 303);
    organization.claims = { ...organization.claims, email: 'ann.b@example.com' };
    assert.equal((await signIn()).status, 303);
    assert.deepEqual(await people(), [id]);
    organization.subject = 'another';
    // The first letter is the Kelvin sign, whose lower case is an ordinary letter.
    for (const email of [ann, '\u212ate@example.com']) {
      organization.claims = { ...organization.claims, email };
      assert.equal((await signIn()).status, 400, email);
    }
    assert.deepEqual(await people(), [id]);
  });

  it('is refused for a person who was removed', async () => {
    await start();
    assert.equal((await signIn()).status, 303);
    await networkCommand(['people', 'remove', ann], pages.environment());
    const { status, text } = await signIn();
    assert.equal(status, 400);
    assert.match(text, /This network doesn’t accept your sign-in\. Ask its administrator\./);
  });

  it('needs plans that exist', async () => {
    const missing = { FUN_ORGANIZATION_PLANS: 'designers=gold' };
    await assert.rejects(start(missing), /There is no plan "gold"\. The plans are /);
  });

  it('doesn’t let people choose a password, which would outlast their access at the provider', async () => {
    await start();
    assert.equal((await signIn()).status, 303);
    assert.equal((await pages.visitor().send('/account/forgot', { email: ann })).status, 200);
    await pages.stop();
    const { rows } = await pages.database.query('select from network.links');
    assert.equal(rows.length, 0);
  });

  it('starts at most 60 times a minute for an address, because each start asks the provider', async () => {
    await start();
    const visitor = pages.visitor();
    for (let count = 0; count < 60; count += 1)
      assert.equal((await visitor.get('/account/organization')).status, 303);
    assert.equal((await visitor.get('/account/organization')).status, 429);
  });

  it('accepts the provider’s answer once, and only in the browser that started', async () => {
    await start();
    const [first, second] = [pages.visitor(), pages.visitor()];
    const path = await visit(first);
    assert.equal((await pages.visitor().get(path)).status, 400);
    await visit(second);
    assert.equal((await second.get(path)).status, 400, 'the state belongs to another sign-in');
    assert.equal((await first.get(path)).status, 303);
    assert.equal((await first.get(path)).status, 400);
  });
});
