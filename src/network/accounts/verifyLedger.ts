import type { Queryable } from '../database/database.ts';

/** An account's balance that differs from the sum of its ledger. */
interface Imbalance {
  readonly account: string;
  readonly window: string;
  readonly remaining: number;
  readonly sum: number;
}

interface LedgerCheck {
  readonly balances: number;
  readonly entries: number;
  /** The wrong balances; empty if the ledger is correct. */
  readonly imbalances: readonly Imbalance[];
  /** Jobs whose refund differs from their charge, or that were refunded without a charge. */
  readonly wrongRefunds: readonly string[];
}

/** Checks the whole ledger in one statement, so it gives a consistent result while the network runs. */
export async function verifyLedger(database: Queryable): Promise<LedgerCheck> {
  const { rows } = await database.query<LedgerCheck>(`
    with sums as (
      select account, credit_window, sum(credits)::int as sum, count(*)::int as entries
      from network.ledger group by account, credit_window
    ), compared as (
      select a.name as account, b.credit_window as window, b.remaining, coalesce(s.sum, 0) as sum
      from network.balances b join network.accounts a on a.id = b.account
      left join sums s on s.account = b.account and s.credit_window = b.credit_window
    )
    select
      (select count(*)::int from compared) as balances,
      (select coalesce(sum(entries), 0)::int from sums) as entries,
      (select coalesce(json_agg(c order by c.account, c.window), '[]') from compared c where c.remaining <> c.sum)
        as imbalances,
      (select coalesce(json_agg(r.job order by r.job), '[]')
        from network.ledger r left join network.ledger c on c.job = r.job and c.kind = 'charge'
        where r.kind = 'refund' and (c.id is null or c.credits + r.credits <> 0)) as "wrongRefunds"`);
  const [check] = rows;
  if (check === undefined) throw new Error('The database didn’t respond');
  return check;
}
