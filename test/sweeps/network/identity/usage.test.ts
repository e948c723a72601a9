import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ToolId } from '../../../../src/contract/tools.ts';
import { LedgerWallet } from '../../../../src/network/accounts/wallet.ts';
import { creditsByDay } from '../../../../src/network/identity/reports.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';

const ann = 'ann@example.com';

describe('The credits of the last 30 days', () => {
  const pages = useAccountPages();

  it('are counted and shown by day and tool, without what was refunded', async () => {
    const { of } = await pages.person(ann);
    const wallet = new LedgerWallet();
    const charge = async (tool: ToolId, credits: number, account = of): Promise<string> => {
      const id = randomUUID();
      await pages.database.transaction(async (connection) =>
        wallet.charge(connection, account, { id, tool }, credits),
      );
      return id;
    };
    await charge('convert', 3);
    await charge('convert', 4);
    await charge('compress', 2);
    await charge('compress', 9, (await pages.person('bob@example.com')).of);
    const failed = await charge('combine', 5);
    await pages.database.transaction(async (connection) => wallet.refund(connection, failed));
    // Charges of a version that didn't store the tool.
    await pages.database.query(
      `insert into network.ledger (account, credit_window, kind, credits, job, at)
       select account, credit_window, 'charge', -6, gen_random_uuid(), now() - days * interval '1 day'
       from network.balances, (values (29), (30)) earlier (days) where account = $1`,
      [of.id],
    );
    const uses = await creditsByDay(pages.database, of.id);
    assert.deepEqual(
      uses.map(({ tool, credits }) => [tool, credits]),
      [
        ['compress', 2],
        ['convert', 7],
        ['other', 6],
      ],
    );
    assert.equal(Date.parse(uses[0]?.day ?? '') - Date.parse(uses[2]?.day ?? ''), 29 * 86_400_000);
    await pages.start();
    const { text } = await (await pages.signedIn(ann)).get('/account');
    assert.match(text, />\d{4}-\d\d-\d\d<.*>compress<.*>2<.*>convert<.*>7<.*>other<.*>6</s);
    assert.ok(!text.includes('>combine<'));
  });
});
