import { delay } from '../../../src/util/abort.ts';
import { ensure, ensureCode } from '../steps/expect.ts';
import { download, type EndedJob, followToEnd } from '../steps/follow.ts';
import { type Needs, type RuleContext, type RuleTable, spending, oncePerServer } from '../rule.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

/** Waiting for an hour would take too long. */
const retentionSeconds = 4;
const shortRetention: Needs = { retentionSeconds };
const lookMs = 250;
/** The tolerated delay of a cleanup. */
const graceMs = 30_000;

/** Outputs are deleted after the retention time (api.md, Service 6). */
export const retentionRules: RuleTable = spending({
  'retention.kept': {
    sections: ['Service 6'],
    statement: 'An output can be downloaded for the whole retention time after its job has ended.',
    needs: shortRetention,
    check: async (context) => {
      const { keptMs } = await expired(context);
      ensure(keptMs >= 1000 * retentionSeconds, `Deleted at most ${keptMs} ms after the job’s end`);
      return `Downloadable at first, deleted ${(keptMs / 1000).toFixed(1)} s after, retained ${retentionSeconds} s`;
    },
  },
  'retention.expired': {
    sections: ['Errors 2, jobs.expired', 'Service 6'],
    statement: 'After the retention time, the download is answered with jobs.expired.',
    needs: shortRetention,
    check: async (context) => (await expired(context)).answer.seen,
  },
  'retention.submit-again': {
    sections: ['Service 6'],
    statement: 'After its output has expired, a job must be submitted again, as a new job.',
    needs: shortRetention,
    check: async (context) => {
      const { job } = await expired(context);
      const again = await followToEnd(context, 'convert', jobIdOf(await submit(context, 'convert')));
      ensure(again.id !== job.id, 'The new job has the identifier of the expired one');
      const answer = await download(context, 'convert', again.id);
      ensure(answer.ok, answer.seen);
      return `A new identifier, ${answer.seen}`;
    },
  },
});

/** A job whose output was observed to expire. */
const expired = oncePerServer(async (context: RuleContext) => {
  const { clock, signal } = context;
  const submittedAt = clock.monotonic();
  const job: EndedJob = await followToEnd(context, 'convert', jobIdOf(await submit(context, 'convert')));
  const deadline = clock.monotonic() + 1000 * retentionSeconds + graceMs;
  let answer = await download(context, 'convert', job.id);
  ensure(answer.ok, `Immediately after the end: ${answer.seen}`);
  while (answer.ok) {
    ensure(clock.monotonic() < deadline, `${answer.seen}, long after the retention time`);
    await delay(lookMs, clock, signal);
    answer = await download(context, 'convert', job.id);
  }
  ensureCode(answer, 'jobs.expired');
  // The job ended no earlier than this. It may have ended before its submission was answered.
  const lastRunningAt = job.lastRunningAt ?? submittedAt;
  return { job, answer, keptMs: clock.monotonic() - lastRunningAt };
});
