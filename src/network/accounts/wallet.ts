import type { NewJob } from '../../service/server/jobs/job.ts';
import {
  type Allowance,
  checkCredits,
  creditWindow,
  type CreditsLeft,
  windowEnd,
} from '../../service/server/jobs/wallet.ts';
import { ConfigurationError } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';
import type { Account } from './accounts.ts';
import { planOf } from './plans.ts';

type ChargedJob = Pick<NewJob, 'id' | 'tool'>;

/** The largest number that the database can store for a balance. */
const maxBalance = 2 ** 31 - 1;

/**
 * An account's wallet (api.md, Service 3 and 5). It consists of an append-only ledger and a balance for each window,
 * which is the sum of the ledger's rows. The database's clock determines the time, so that a window ends on all nodes
 * at once.
 */
export class LedgerWallet {
  /** Returns the remaining credits, or `undefined` for a plan without credits. */
  async left(database: Queryable, account: Account): Promise<CreditsLeft | undefined> {
    const allowance = allowanceOf(account);
    if (allowance === undefined) return undefined;
    const now = await this.now(database);
    const { rows } = await database.query<{ remaining: number }>(
      'select remaining from network.balances where account = $1 and credit_window = $2',
      [account.id, creditWindow(allowance, now)],
    );
    const balance = rows[0]?.remaining ?? allowance.amount;
    return { total: allowance.amount, balance, renewsAt: windowEnd(allowance, now) };
  }

  /** Checks that an account has enough credits. @throws ServiceError if it has fewer credits */
  async check(database: Queryable, account: Account, credits: number): Promise<void> {
    const [allowance, left] = [allowanceOf(account), await this.left(database, account)];
    if (allowance && left) checkCredits(allowance, credits, left.balance);
  }

  /**
   * Deducts a job's credits inside the transaction that accepts the job.
   * @throws ServiceError if there aren't enough credits; in that case, nothing is deducted
   */
  async charge(connection: Queryable, account: Account, job: ChargedJob, credits: number): Promise<void> {
    const allowance = allowanceOf(account);
    if (allowance === undefined) return;
    const { window, remaining } = await this.#openWindow(connection, account, allowance);
    checkCredits(allowance, credits, remaining);
    await addEntry(connection, { account: account.id, window, kind: 'charge', credits: -credits, job });
  }

  /**
   * Refunds a job's credits to the window that they came from, inside the transaction that ends the job.
   * @returns `false` if nothing was deducted, or the job was refunded already
   */
  async refund(connection: Queryable, job: string): Promise<boolean> {
    const { rowCount } = await connection.query(
      `with refund as (
         insert into network.ledger (account, credit_window, kind, credits, job, tool)
         select account, credit_window, 'refund', -credits, job, tool from network.ledger where job = $1 and kind = 'charge'
         on conflict (job, kind) where job is not null do nothing
         returning account, credit_window, credits)
       update network.balances b set remaining = b.remaining + r.credits
       from refund r where b.account = r.account and b.credit_window = r.credit_window`,
      [job],
    );
    return rowCount === 1;
  }

  /** Adds credits. @returns the balance; `undefined` for a plan without credits @throws ConfigurationError if too many */
  async grant(
    connection: Queryable,
    account: Account,
    credits: number,
    note: string | undefined,
  ): Promise<number | undefined> {
    const allowance = allowanceOf(account);
    if (allowance === undefined) return undefined;
    const { window, remaining } = await this.#openWindow(connection, account, allowance);
    if (remaining + credits > maxBalance)
      throw new ConfigurationError(`“${account.name}” can have at most ${maxBalance} credits.`);
    return addEntry(connection, { account: account.id, window, kind: 'grant', credits, note });
  }

  /** Ensures that the current window has a balance. Locks the balance until the transaction ends. */
  async #openWindow(connection: Queryable, account: Account, allowance: Allowance) {
    const window = creditWindow(allowance, await this.now(connection));
    await connection.query(
      `with opened as (
         insert into network.balances (account, credit_window, remaining) values ($1, $2, $3)
         on conflict do nothing returning account, credit_window, remaining)
       insert into network.ledger (account, credit_window, kind, credits)
       select account, credit_window, 'allowance', remaining from opened`,
      [account.id, window, allowance.amount],
    );
    const { rows } = await connection.query<{ remaining: number }>(
      'select remaining from network.balances where account = $1 and credit_window = $2 for no key update',
      [account.id, window],
    );
    return { window, remaining: rows[0]?.remaining ?? 0 };
  }

  /** Returns the time that determines the window, in milliseconds since the Unix epoch. */
  async now(database: Queryable): Promise<number> {
    const { rows } = await database.query<{ now: Date }>('select now()');
    return rows[0]?.now.getTime() ?? 0;
  }
}

function allowanceOf(account: Account): Allowance | undefined {
  const { credits } = planOf(account).limits;
  return credits && { ...credits, amount: account.allowance ?? credits.amount };
}

interface Entry {
  readonly account: string;
  readonly window: string;
  readonly kind: 'charge' | 'grant';
  /** The change of the balance; negative for a charge. */
  readonly credits: number;
  readonly job?: ChargedJob;
  readonly note?: string | undefined;
}

/** Adds a row to the ledger and updates the balance. @returns the new balance */
async function addEntry(connection: Queryable, { account, window, ...entry }: Entry): Promise<number> {
  const { rows } = await connection.query<{ remaining: number }>(
    `with entry as (
       insert into network.ledger (account, credit_window, kind, credits, job, tool, note)
       values ($1, $2, $4, $3, $5, $6, $7))
     update network.balances set remaining = remaining + $3
     where account = $1 and credit_window = $2 returning remaining`,
    [account, window, entry.credits, entry.kind, entry.job?.id, entry.job?.tool, entry.note],
  );
  return rows[0]?.remaining ?? 0;
}

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
