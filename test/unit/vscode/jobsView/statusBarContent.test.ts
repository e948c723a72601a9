import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';
import { TransportError } from '../../../../src/contract/errors.ts';
import { KnownWallet } from '../../../../src/credits/wallet.ts';
import { commands } from '../../../../src/manifest.ts';
import { menuSteps, statusBarContent } from '../../../../src/vscode/jobsView/statusBarContent.ts';
import { walletText } from '../../../../src/vscode/text/credits.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { MemoryStore } from '../../../support/memoryStore.ts';

async function walletOf(entitlements: object): Promise<KnownWallet> {
  const wallet = new KnownWallet({
    load: async () => parseEntitlements(entitlements),
    store: new MemoryStore(),
    clock: new FakeClock(),
  });
  wallet.use('key');
  await wallet.refresh();
  return wallet;
}

const stepsWith = (hasKey: boolean, hasAccountPage = true): string[] =>
  menuSteps(hasKey, hasAccountPage).map(({ value: [command] }) => command);

describe('statusBarContent', () => {
  it('is empty without active jobs and a key', () => {
    assert.equal(statusBarContent(0, undefined), undefined);
  });

  it('counts active jobs', () => {
    assert.deepEqual(statusBarContent(1, undefined), {
      icon: 'sync~spin',
      text: '1',
      tooltip: '1 active job',
      spoken: 'Convert & Compress, 1 active job',
      isWarning: false,
    });
    assert.equal(statusBarContent(1234, undefined)?.text, '1,234');
  });

  it('shows the plan, its credits, and whether they are exact', async () => {
    const wallet = await walletOf({ planName: 'Pro', tier: 'pro', remainingCredits: 7 });
    const content = statusBarContent(0, wallet);
    assert.equal(content?.icon, 'arrow-swap');
    assert.equal(content?.text, 'Pro · 7 credits left');
    assert.equal(
      content?.tooltip,
      '0 active jobs\nPro · 7 credits left\nCredits renew every month.\nReported by the network.',
    );
  });

  it('shows the name of a plan without charges, and that it is free', async () => {
    const wallet = await walletOf({ planName: 'Team', tier: 'Unmetered', charges: false });
    const content = statusBarContent(0, wallet);
    assert.equal(content?.text, 'Team');
    assert.equal(
      content?.tooltip,
      '0 active jobs\nTeam\nfree of charge\nThe network doesn’t report how many files it accepts at once, so only a few are sent at a time.',
    );
    assert.equal(walletText(wallet), 'Network: Team · free of charge');
  });

  it('warns when no credits are left', async () => {
    for (const remainingCredits of [0, 1]) {
      const wallet = await walletOf({ planName: 'Pro', tier: 'pro', remainingCredits });
      assert.equal(statusBarContent(0, wallet)?.isWarning, remainingCredits === 0);
    }
  });

  it('claims no balance without a connection', async () => {
    let isOffline = false;
    const wallet = new KnownWallet({
      load: async () => {
        if (isOffline) throw new TransportError('transport.unreachable', 'No connection');
        return parseEntitlements({ planName: 'Pro', tier: 'pro', remainingCredits: 0 });
      },
      store: new MemoryStore(),
      clock: new FakeClock(),
    });
    wallet.use('key');
    await wallet.refresh();
    isOffline = true;
    await assert.rejects(wallet.refresh());
    const content = statusBarContent(0, wallet);
    assert.equal(content?.text, 'Pro · — credits');
    assert.equal(content?.isWarning, false);
    assert.match(content?.tooltip ?? '', /The network can’t be reached\.$/);
  });

  it('says that the plan isn’t known', async () => {
    const content = statusBarContent(2, await walletOf({ planId: 'p' }));
    assert.equal(content?.text, '2 · p · — credits');
    assert.match(
      content?.tooltip ?? '',
      /hasn’t reported your credits yet\.\n.*only a few files are sent at a time\.$/,
    );
  });
});

describe('menuSteps', () => {
  it('offers actions for a key only if there is one', () => {
    const added = stepsWith(true).filter((command) => !stepsWith(false).includes(command));
    assert.deepEqual(added, [commands.checkConnection, commands.openAccount, commands.signOut]);
    assert.ok(!stepsWith(true, false).includes(commands.openAccount));
  });
});
