import { routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import { delay } from '../../../src/util/abort.ts';
import type { Needs, ConformanceRule, RuleContext } from '../rule.ts';
import { ensure, ensureCode, limitsOf } from '../steps/expect.ts';
import { download, jobRecord } from '../steps/follow.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

/** Jobs that don't end while they are observed. */
const endless: Needs = { jobDelayMs: 600_000 };
const settleMs = 60_000;
const lookMs = 200;

/** The record of a job before its end (api.md, States 1). */
export const runningJobRules: readonly ConformanceRule[] = [
  {
    id: 'jobs.processing',
    sections: ['States 1, Processing', 'States 1, Queued', 'Limits 2'],
    statement: 'As many jobs as the tier runs in parallel are Processing; the others are Queued.',
    needs: { ...endless, server: 'parallel' },
    spends: true,
    check: processing,
  },
  {
    id: 'download.not-ready',
    sections: ['Errors 2, jobs.not_ready', 'States 3'],
    statement: 'While a job is running, its download is answered with jobs.not_ready.',
    needs: endless,
    spends: true,
    check: async (context) => {
      const answers = await Promise.all(
        documentedToolIds.map(async (tool) => download(context, tool, jobIdOf(await submit(context, tool)))),
      );
      for (const answer of answers) ensureCode(answer, 'jobs.not_ready');
      return answers.map(({ seen }) => seen).join(', ');
    },
  },
  {
    id: 'jobs.other-tool',
    sections: ['Errors 2, jobs.not_found'],
    statement: 'A job is only found with its own tool.',
    needs: endless,
    spends: true,
    check: async (context) => {
      const id = jobIdOf(await submit(context, 'convert'));
      const answer = await context.http.send({ path: routes.job('compress', id) });
      ensureCode(answer, 'jobs.not_found');
      return `A conversion requested from the other tool: ${answer.seen}`;
    },
  },
];

async function processing(context: RuleContext): Promise<string> {
  const { maxParallelJobs } = limitsOf(context);
  const queued = 2;
  const ids: string[] = [];
  for (let count = 0; count < maxParallelJobs + queued; count += 1) {
    ids.push(jobIdOf(await submit(context, 'convert')));
  }
  const startedAt = context.clock.monotonic();
  for (;;) {
    const records = await Promise.all(ids.map((id) => jobRecord(context, 'convert', id)));
    const running = records.filter(({ status }) => status === 'Processing').length;
    const waiting = records.filter(({ status }) => status === 'Queued').length;
    const seen = `${ids.length} jobs: ${running} Processing, ${waiting} Queued`;
    ensure(running <= maxParallelJobs, seen);
    if (running === maxParallelJobs && waiting === queued) return seen;
    ensure(context.clock.monotonic() - startedAt < settleMs, seen);
    await delay(lookMs, context.clock, context.signal);
  }
}
