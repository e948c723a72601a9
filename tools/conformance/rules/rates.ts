import { routes } from '../../../src/contract/routes.ts';
import { delay } from '../../../src/util/abort.ts';
import { burst } from '../steps/burst.ts';
import { ensure, ensureCode, retryAfterSeconds } from '../steps/expect.ts';
import { type Needs, NotObservable, type RuleTable, oncePerServer } from '../rule.ts';
import { wholeJob } from '../steps/wholeJobs.ts';

const entitlementsPerMinute = 300;
const windowSeconds = 60;
/** The number of parallel requests, so that slow answers don't take longer than the window. */
const width = 4;
const burdened: Needs = { server: 'rate limit' };
/**
 * The number of requests that show that there is no limit. At a server of our own, it exceeds the limits of other
 * requests; elsewhere, it is modest.
 */
const requestsWithoutLimit = { launched: entitlementsPerMinute + 20, external: 40 };

/** Rate limits (api.md, Limits 3 to 5). */
export const rateRules: RuleTable = {
  'rates.entitlements': {
    sections: ['Limits 3', 'Errors 2, rate_limited'],
    statement: '300 requests per minute for entitlements are answered; one more is refused.',
    needs: burdened,
    check: async (context) => {
      const { answered, refusal } = await limited(context);
      ensureCode(refusal, 'rate_limited');
      ensure(answered === entitlementsPerMinute, `${answered} answered before ${refusal.seen}`);
      return `${answered} answered, then ${refusal.seen}`;
    },
  },
  'rates.retry-after': {
    sections: ['Errors 4'],
    statement: 'The error rate_limited is JSON and has Retry-After in seconds, which its detail repeats.',
    needs: burdened,
    check: async (context) => {
      const { refusal } = await limited(context);
      const detail = ensureCode(refusal, 'rate_limited');
      const seconds = retryAfterSeconds(refusal);
      ensure(seconds <= windowSeconds, `Retry-After is ${seconds}, more than the window`);
      const form = `Too many requests. Retry after ${seconds} seconds.`;
      ensure(detail === form, `Retry-After is ${seconds} and the detail is: ${detail}`);
      return `Retry-After is ${seconds}: ${detail}`;
    },
  },
  'rates.retry-after-suffices': {
    sections: ['Client behavior 1', 'Limits 3'],
    statement: 'A client that waits for Retry-After is served again.',
    needs: burdened,
    check: async (context) => {
      const { refusal, refusedAt } = await limited(context);
      const seconds = retryAfterSeconds(refusal);
      const leftMs = refusedAt + 1000 * seconds - context.clock.monotonic();
      await delay(Math.max(0, leftMs), context.clock, context.signal);
      const answer = await context.http.send({ path: routes.entitlements('convert') });
      ensure(answer.ok, `After ${seconds} s: ${answer.seen}`);
      return `After ${seconds} s: ${answer.seen}`;
    },
  },
  'rates.unlimited': {
    sections: ['Limits 4', 'Limits 5'],
    statement: 'Discovery and job polling have no explicit limit.',
    spends: true,
    check: async (context) => {
      const { http, launched } = context;
      const count = launched ? requestsWithoutLimit.launched : requestsWithoutLimit.external;
      const { id } = await wholeJob(context, 'convert');
      for (const path of [routes.discovery('convert'), routes.job('convert', id)]) {
        const answers = await burst(count, width, () => http.send({ path }));
        for (const answer of answers) ensure(answer.ok, answer.seen);
      }
      return `${count} requests in a row answered, of each kind`;
    },
  },
};

const limited = oncePerServer(async ({ http, clock }) => {
  const path = routes.entitlements('convert');
  const startedAt = clock.monotonic();
  const answers = await burst(entitlementsPerMinute, width, () => http.send({ path }));
  const answered = answers.filter(({ ok }) => ok).length;
  const refusal = answers.find(({ ok }) => !ok) ?? (await http.send({ path }));
  const refusedAt = clock.monotonic();
  if (refusal.ok && refusedAt - startedAt >= 1000 * windowSeconds)
    throw new NotObservable(`${answered + 1} requests took longer than the window.`);
  ensure(!refusal.ok, `${answered + 1} requests answered, ${refusal.seen}`);
  return { answered, refusal, refusedAt };
});
