import { parseInsufficientCredits } from '../../../src/contract/errors.ts';
import { targetFormatField } from '../../../src/contract/routes.ts';
import type { DocumentedToolId, ToolId } from '../../../src/contract/tools.ts';
import { delay } from '../../../src/util/abort.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import {
  type ConformanceRule,
  type Needs,
  NotObservable,
  type RuleContext,
  type RuleTable,
  spending,
  oncePerServer,
} from '../rule.ts';
import { documentPages, documentWithPages } from '../samples.ts';
import { burst } from '../steps/burst.ts';
import { ensure, ensureCode, ensureError } from '../steps/expect.ts';
import { conversionPairs } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { runFailing } from '../steps/wholeJobs.ts';
import { read } from './entitlements.ts';

const oneCredit: Needs = { credits: 1, server: 'refund' };
/** A refund may arrive a moment after the failed state. */
const refundGraceMs = 15_000;
const lookMs = 200;
const afterWindowMs = 1500;

/** Credits (api.md, Credits; api.md, Limits 1): the charge, the wallet, refunds, and the windows of plans. */
export const creditRules: RuleTable = spending({
  'credits.balance': {
    sections: ['Service 5'],
    statement: 'The balance in the entitlements decreases at submission.',
    check: async (context) => {
      const before = await shownBalance(context);
      jobIdOf(await submit(context, 'convert'));
      const after = await shownBalance(context, 'compress');
      // Other clients may spend from the same wallet at the same time.
      ensure(after < before, `The balance went from ${before} to ${after}`);
      return `The balance went from ${before} to ${after}`;
    },
  },
  'credits.deducted': {
    sections: ['Credits 2', 'Service 5'],
    statement:
      'Credits are deducted at submission: once the last one is spent, the next job is refused immediately.',
    needs: { credits: 1, jobDelayMs: 600_000, server: 'deducted' },
    check: spendingAll('convert'),
  },
  'credits.one-wallet': {
    sections: ['Service 3'],
    statement: 'Both tools draw on one wallet.',
    needs: { credits: 1, server: 'wallet' },
    check: spendingAll('compress'),
  },
  'credits.one-each': {
    sections: [
      'Credits 1',
      'Errors 2, usage.daily_limit_exceeded',
      'Errors 3',
      'Errors 2, entitlements.insufficient_credits',
    ],
    statement:
      'Most operations cost 1 credit. Without enough credits, a job is refused, for Pro with both amounts.',
    needs: { credits: 3, server: 'one each' },
    check: spendingAll('convert', 'compress', 'convert'),
  },
  'credits.per-page': {
    sections: ['Credits 1', 'Errors 2, entitlements.insufficient_credits', 'Errors 3'],
    statement: 'A multi-page document costs 1 credit per page.',
    needs: { credits: documentPages + 1, server: 'pages' },
    check: async (context) => {
      jobIdOf(await submitPages(context));
      const answer = await submitPages(context);
      ensureDetail(answer, documentPages, 1);
      return `${documentPages + 1} credits: ${documentPages} pages, then ${answer.seen}`;
    },
  },
  'credits.never-negative': {
    sections: ['Credits 2'],
    statement: 'Simultaneous submissions don’t spend more than the balance.',
    needs: { credits: 5, server: 'at once' },
    check: async (context) => {
      const answers = await burst(15, 15, () => submit(context, 'convert'));
      const refused = answers.filter(({ ok }) => !ok);
      for (const answer of refused) ensureSpent(answer);
      const accepted = answers.length - refused.length;
      const seen = `5 credits, ${answers.length} submissions at once, ${accepted} accepted`;
      ensure(accepted === 5, seen);
      return seen;
    },
  },
  'credits.refusals-cost-nothing': {
    sections: ['Credits 2'],
    statement: 'A refused submission costs nothing.',
    needs: { credits: 1, server: 'refusals' },
    check: async (context) => {
      const refused = await submit(context, 'convert', { fields: { [targetFormatField]: 'conformance' } });
      ensureError(refused);
      jobIdOf(await submit(context, 'convert'));
      return `1 credit: ${refused.seen}, then a job that was accepted`;
    },
  },
  'credits.failed-job': {
    sections: ['Credits 2', 'Service 5'],
    statement: 'A job that fails after acceptance is refunded automatically.',
    needs: oneCredit,
    check: async (context) => {
      await spentAgain(context);
      return '1 credit: a job that Failed, then one that was accepted';
    },
  },
  'credits.refunded-balance': {
    sections: ['Service 5', 'Credits 2'],
    statement: 'After a job has failed, the balance in the entitlements is the same as before.',
    check: async (context) => {
      const before = await shownBalance(context);
      await runFailing(context);
      const after = await settled(
        context,
        () => shownBalance(context),
        (balance) => balance >= before,
      );
      ensure(after >= before, `The balance was ${before}, and ${after} after the job Failed`);
      return `The balance is ${after}, as before the job that Failed`;
    },
  },
  'credits.refunded-once': {
    sections: ['Credits 2'],
    statement: 'A failed job is refunded only once.',
    needs: oneCredit,
    check: async (context) => {
      await spentAgain(context);
      const answer = await submit(context, 'compress');
      ensure(!answer.ok, `1 credit, refunded once, paid two jobs: ${answer.seen}`);
      return `The refunded credit is spent: ${ensureSpent(answer).seen}`;
    },
  },
  'credits.renewed': {
    sections: ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'],
    statement: 'The credits of the tier are renewed after a day, or for Pro after a month.',
    needs: { credits: 1, windowEnd: 'plan' },
    check: async (context) => {
      const answer = await acrossWindowEnd(context);
      ensure(answer.ok, `In the next window: ${answer.seen}`);
      return `1 credit: spent, refused, and in the next window ${answer.seen}`;
    },
  },
  'credits.month-outlasts-day': {
    sections: ['Limits 1, Pro'],
    statement: 'The credits of Pro are monthly: a new day doesn’t renew them.',
    plans: ['pro'],
    needs: { credits: 1, windowEnd: 'day' },
    check: async (context) => {
      const answer = await acrossWindowEnd(context);
      ensure(!answer.ok, `On the next day: ${answer.seen}`);
      return `1 credit: spent, and on the next day ${ensureSpent(answer).seen}`;
    },
  },
});

/** Spends all credits, one per job, until the next job is refused. */
function spendingAll(...tools: readonly DocumentedToolId[]): ConformanceRule['check'] {
  return async (context) => {
    for (const tool of tools) jobIdOf(await submit(context, tool));
    const refusal = await submit(context, 'convert');
    if (context.plan === 'pro') ensureDetail(refusal, 1, 0);
    return `${tools.length} accepted, then ${ensureSpent(refusal, context.plan).seen}`;
  };
}

/** Checks that a submission was rejected because of insufficient credits. */
function ensureSpent(answer: RawAnswer, plan?: string): RawAnswer {
  const { error } = ensureError(answer);
  const isDaily = plan === undefined ? error === 'usage.daily_limit_exceeded' : plan !== 'pro';
  ensureCode(answer, isDaily ? 'usage.daily_limit_exceeded' : 'entitlements.insufficient_credits');
  return answer;
}

function ensureDetail(answer: RawAnswer, required: number, available: number): void {
  const detail = ensureCode(answer, 'entitlements.insufficient_credits');
  const parsed = parseInsufficientCredits(detail);
  const right = parsed?.required === required && parsed.available === available;
  ensure(right, `Required ${required}, available ${available}, and the detail is: ${detail}`);
  ensure(/^Insufficient credits\. Required: \d+, Available: \d+$/.test(detail), `The detail is: ${detail}`);
}

async function submitPages(context: RuleContext): Promise<RawAnswer> {
  const to = (await conversionPairs(context)).find(({ from }) => from === 'pdf')?.to;
  if (to === undefined) throw new NotObservable('The server doesn’t convert documents with pages.');
  const file = { name: 'pages.pdf', content: documentWithPages };
  return submit(context, 'convert', { fields: { [targetFormatField]: to }, file });
}

/**
 * The remaining credits in the entitlements of a tool.
 * @throws NotObservable if the entitlements don't contain them
 */
async function shownBalance(context: RuleContext, tool: ToolId = 'convert'): Promise<number> {
  const { balance } = await read(context, tool);
  if (balance === undefined) throw new NotObservable('The entitlements show no balance.');
  return balance;
}

/** Fails a job that costs the only credit, then spends the refund. */
const spentAgain = oncePerServer(async (context) => {
  await runFailing(context);
  const answer = await settled(
    context,
    () => submit(context, 'compress'),
    ({ status }) => status !== 402,
  );
  ensure(answer.ok, `After the job Failed: ${answer.seen}`);
  jobIdOf(answer);
});

/** Repeats a request until its answer is settled, at most for as long as a refund may take. */
async function settled<T>(
  { clock, signal }: RuleContext,
  ask: () => Promise<T>,
  isSettled: (answer: T) => boolean,
): Promise<T> {
  const deadline = clock.monotonic() + refundGraceMs;
  for (;;) {
    const answer = await ask();
    if (isSettled(answer) || clock.monotonic() >= deadline) return answer;
    await delay(lookMs, clock, signal);
  }
}

/** Spends the only credit before the window ends, and tries again afterwards. */
async function acrossWindowEnd(context: RuleContext): Promise<RawAnswer> {
  const { clock, signal, windowEndsAt } = context;
  jobIdOf(await submit(context, 'convert'));
  ensureSpent(await submit(context, 'convert'));
  const isInTime = windowEndsAt !== undefined && clock.now() < windowEndsAt;
  ensure(isInTime, 'The server started too late to check this');
  await delay(windowEndsAt + afterWindowMs - clock.now(), clock, signal);
  return submit(context, 'convert');
}
