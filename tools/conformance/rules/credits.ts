import { parseInsufficientCredits } from '../../../src/contract/errors.ts';
import { targetFormatField } from '../../../src/contract/routes.ts';
import type { ToolId } from '../../../src/contract/tools.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { NotObservable, type ConformanceRule, type RuleContext } from '../rule.ts';
import { blankPdf } from '../samples/pdf.ts';
import { burst } from '../steps/burst.ts';
import { ensure, ensureCode, ensureError } from '../steps/expect.ts';
import { conversionPairs } from '../steps/formats.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { read } from './entitlements.ts';

const pages = 3;

/** Credits (api.md, Credits 1 and 2): the charge, the wallet, and insufficient credits. */
export const creditRules: readonly ConformanceRule[] = [
  {
    id: 'credits.balance',
    sections: ['Service 5'],
    statement: 'The balance in the entitlements decreases at submission.',
    needs: {},
    spends: true,
    check: balanceGoesDown,
  },
  {
    id: 'credits.deducted',
    sections: ['Credits 2', 'Service 5'],
    statement:
      'Credits are deducted at submission: once the last one is spent, the next job is refused immediately.',
    needs: { credits: 1, jobDelayMs: 600_000, server: 'deducted' },
    spends: true,
    check: async (context) => {
      jobIdOf(await submit(context, 'convert'));
      return `1 credit: accepted, then ${ensureSpent(await submit(context, 'convert')).seen}`;
    },
  },
  {
    id: 'credits.one-wallet',
    sections: ['Service 3'],
    statement: 'Both tools draw on one wallet.',
    needs: { credits: 1, server: 'wallet' },
    spends: true,
    check: async (context) => {
      jobIdOf(await submit(context, 'compress'));
      return `1 credit: a compression, then ${ensureSpent(await submit(context, 'convert')).seen}`;
    },
  },
  {
    id: 'credits.one-each',
    sections: ['Credits 1'],
    statement: 'Most operations cost 1 credit.',
    needs: { credits: 3, server: 'one each' },
    spends: true,
    check: async (context) => {
      for (const tool of ['convert', 'compress', 'convert'] as const) jobIdOf(await submit(context, tool));
      return `3 credits: 3 jobs, then ${ensureSpent(await submit(context, 'compress')).seen}`;
    },
  },
  {
    id: 'credits.per-page',
    sections: ['Credits 1', 'Errors 2, entitlements.insufficient_credits', 'Errors 3'],
    statement: 'A multi-page document costs 1 credit per page.',
    needs: { credits: pages + 1, server: 'pages' },
    spends: true,
    check: async (context) => {
      jobIdOf(await submitPages(context));
      const answer = await submitPages(context);
      ensureDetail(answer, pages, 1);
      return `${pages + 1} credits: ${pages} pages, then ${answer.seen}`;
    },
  },
  {
    id: 'credits.never-negative',
    sections: ['Credits 2'],
    statement: 'Simultaneous submissions don’t spend more than the balance.',
    needs: { credits: 5, server: 'at once' },
    spends: true,
    check: async (context) => {
      const answers = await burst(15, 15, () => submit(context, 'convert'));
      const refused = answers.filter(({ ok }) => !ok);
      for (const answer of refused) ensureSpent(answer);
      const accepted = answers.length - refused.length;
      ensure(accepted === 5, `5 credits, ${answers.length} submissions, ${accepted} accepted`);
      return `5 credits, ${answers.length} submissions at once, ${accepted} accepted`;
    },
  },
  {
    id: 'credits.refusals-cost-nothing',
    sections: ['Credits 2'],
    statement: 'A refused submission costs nothing.',
    needs: { credits: 1, server: 'refusals' },
    spends: true,
    check: async (context) => {
      const refused = await submit(context, 'convert', { fields: { [targetFormatField]: 'conformance' } });
      ensureError(refused);
      jobIdOf(await submit(context, 'convert'));
      return `1 credit: ${refused.seen}, then a job that was accepted`;
    },
  },
  {
    id: 'credits.daily-limit',
    sections: ['Errors 2, usage.daily_limit_exceeded'],
    statement: 'At the daily limit of Guest and Free, a job is refused with usage.daily_limit_exceeded.',
    plans: ['guest', 'free'],
    needs: { credits: 1, server: 'daily limit' },
    spends: true,
    check: async (context) => {
      jobIdOf(await submit(context, 'convert'));
      const answer = await submit(context, 'convert');
      ensureCode(answer, 'usage.daily_limit_exceeded');
      return `1 credit: accepted, then ${answer.seen}`;
    },
  },
  {
    id: 'credits.insufficient',
    sections: ['Errors 2, entitlements.insufficient_credits', 'Errors 3'],
    statement:
      'Without enough credits, a job is refused, and the detail states the required and the available credits.',
    plans: ['pro'],
    needs: { credits: 1, server: 'insufficient' },
    spends: true,
    check: async (context) => {
      jobIdOf(await submit(context, 'convert'));
      const answer = await submit(context, 'convert');
      ensureDetail(answer, 1, 0);
      return `1 credit: accepted, then ${answer.seen}`;
    },
  },
];

/** Checks that a submission was rejected because of insufficient credits. */
export function ensureSpent(answer: RawAnswer): RawAnswer {
  const { error } = ensureError(answer);
  const daily = error === 'usage.daily_limit_exceeded';
  ensureCode(answer, daily ? 'usage.daily_limit_exceeded' : 'entitlements.insufficient_credits');
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
  return submit(context, 'convert', {
    fields: { [targetFormatField]: to },
    file: { name: 'pages.pdf', content: blankPdf(pages) },
  });
}

/**
 * The remaining credits in the entitlements of a tool.
 * @throws NotObservable if the entitlements don't contain them
 */
export async function shownBalance(context: RuleContext, tool: ToolId = 'convert'): Promise<number> {
  const { balance } = await read(context, tool);
  if (balance === undefined) throw new NotObservable('The entitlements show no balance.');
  return balance;
}

async function balanceGoesDown(context: RuleContext): Promise<string> {
  const before = await shownBalance(context);
  jobIdOf(await submit(context, 'convert'));
  const after = await shownBalance(context, 'compress');
  // Other clients may spend from the same wallet at the same time.
  ensure(after < before, `The balance went from ${before} to ${after}`);
  return `The balance went from ${before} to ${after}`;
}
