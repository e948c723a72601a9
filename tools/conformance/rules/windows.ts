import { delay } from '../../../src/util/abort.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { ensure } from '../steps/expect.ts';
import { jobIdOf, submit } from '../steps/submit.ts';
import { ensureSpent } from './credits.ts';

const afterwardsMs = 1500;

/** The windows of credits: 50 a day, or 12,000 a month (api.md, Limits 1). */
export const windowRules: readonly ConformanceRule[] = [
  {
    id: 'windows.renewed',
    sections: ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'],
    statement: 'The credits of the tier are renewed after a day, or for Pro after a month.',
    needs: { credits: 1, windowEnd: 'plan' },
    spends: true,
    check: async (context) => {
      const answer = await acrossWindowEnd(context);
      ensure(answer.ok, `In the next window: ${answer.seen}`);
      return `1 credit: spent, refused, and in the next window ${answer.seen}`;
    },
  },
  {
    id: 'windows.month-outlasts-day',
    sections: ['Limits 1, Pro'],
    statement: 'The credits of Pro are monthly: a new day doesn’t renew them.',
    plans: ['pro'],
    needs: { credits: 1, windowEnd: 'day' },
    spends: true,
    check: async (context) => {
      const answer = await acrossWindowEnd(context);
      ensure(!answer.ok, `On the next day: ${answer.seen}`);
      return `1 credit: spent, and on the next day ${ensureSpent(answer).seen}`;
    },
  },
];

/** Spends the only credit before the window ends, and tries again afterwards. */
async function acrossWindowEnd(context: RuleContext) {
  const { clock, signal, windowEndsAt } = context;
  jobIdOf(await submit(context, 'convert'));
  ensureSpent(await submit(context, 'convert'));
  ensure(
    windowEndsAt !== undefined && clock.now() < windowEndsAt,
    'The server started too late to check this',
  );
  await delay(windowEndsAt + afterwardsMs - clock.now(), clock, signal);
  return submit(context, 'convert');
}
