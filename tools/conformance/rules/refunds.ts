import { delay } from '../../../src/util/abort.ts';
import { type Needs, type ConformanceRule, type RuleContext, Violation } from '../rule.ts';
import { ensure } from '../steps/expect.ts';
import { oncePerServer } from '../steps/oncePerServer.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { runFailing } from '../steps/wholeJobs.ts';
import { ensureSpent, shownBalance } from './credits.ts';

const oneCredit: Needs = { credits: 1, server: 'refund' };
/** A refund may arrive a moment after the failed state. */
const refundGraceMs = 15_000;
const lookMs = 200;

/** Refunds of failed jobs (api.md, Credits 2). */
export const refundRules: readonly ConformanceRule[] = [
  {
    id: 'refunds.failed-job',
    sections: ['Credits 2', 'Service 5'],
    statement: 'A job that fails after acceptance is refunded automatically.',
    needs: oneCredit,
    spends: true,
    check: async (context) => {
      await spentAgain(context);
      return '1 credit: a job that Failed, then one that was accepted';
    },
  },
  {
    id: 'refunds.balance',
    sections: ['Service 5', 'Credits 2'],
    statement: 'After a job has failed, the balance in the entitlements is the same as before.',
    needs: {},
    spends: true,
    check: balanceRestored,
  },
  {
    id: 'refunds.once',
    sections: ['Credits 2'],
    statement: 'A failed job is refunded only once.',
    needs: oneCredit,
    spends: true,
    check: async (context) => {
      await spentAgain(context);
      const answer = await submit(context, 'compress');
      ensure(!answer.ok, `1 credit, refunded once, paid two jobs: ${answer.seen}`);
      return `The refunded credit is spent: ${ensureSpent(answer).seen}`;
    },
  },
];

/** Fails a job that costs the only credit, then spends the refund. */
const spentAgain = oncePerServer(async (context) => {
  const { clock, signal } = context;
  await runFailing(context);
  const deadline = clock.monotonic() + refundGraceMs;
  let answer = await submit(context, 'compress');
  while (answer.status === 402 && clock.monotonic() < deadline) {
    await delay(lookMs, clock, signal);
    answer = await submit(context, 'compress');
  }
  if (!answer.ok) throw new Violation(`After the job Failed: ${answer.seen}`);
  jobIdOf(answer);
});

async function balanceRestored(context: RuleContext): Promise<string> {
  const { clock, signal } = context;
  const before = await shownBalance(context);
  await runFailing(context);
  const deadline = clock.monotonic() + refundGraceMs;
  let after = await shownBalance(context);
  while (after < before && clock.monotonic() < deadline) {
    await delay(lookMs, clock, signal);
    after = await shownBalance(context);
  }
  ensure(after >= before, `The balance was ${before}, and ${after} after the job Failed`);
  return `The balance is ${after}, as before the job that Failed`;
}
