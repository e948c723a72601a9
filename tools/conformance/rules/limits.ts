import { bytesPerMegabyte } from '../../../src/contract/dialect.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { type Needs, NotObservable, type ConformanceRule, type RuleContext } from '../rule.ts';
import type { Citation } from '../citations.ts';
import { burst } from '../steps/burst.ts';
import { ensure, ensureAllOk, ensureCode, limitsOf } from '../steps/expect.ts';
import { conversion } from '../steps/formats.ts';
import { oncePerServer } from '../steps/oncePerServer.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

const tierRows: readonly [Citation, ...Citation[]] = ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'];
const endlessMs = 600_000;
const fullQueue: Needs = { jobDelayMs: endlessMs, server: 'full queue' };
const fullPool: Needs = { jobDelayMs: endlessMs, poolSlots: 1, server: 'full pool' };
/** The maximum number of bytes to send to a server that others use. */
const maxExternalBytes = 64 * bytesPerMegabyte.write;

/** A tier's limits on files and jobs in flight (api.md, Limits 1). */
export const limitRules: readonly ConformanceRule[] = [
  {
    id: 'limits.file-too-large',
    sections: ['Errors 2, request.file_too_large', ...tierRows],
    statement: 'A file above the size limit of the tier is refused.',
    needs: {},
    spends: true,
    check: async (context) => {
      const bytes = limitsOf(context).maxFileBytes + 1;
      const answer = await submitBytes(context, bytes);
      ensureCode(answer, 'request.file_too_large');
      return `${bytes} bytes: ${answer.seen}`;
    },
  },
  {
    id: 'limits.file-size',
    sections: tierRows,
    statement: 'A file within the size limit is accepted: 50 MB for Guest and Free, more for Pro.',
    needs: {},
    spends: true,
    check: async (context) => {
      // A file of 50 MB, in the smaller interpretation of MB; a little more if the limit is 1 GB.
      const bytes = Math.min(60e6, (limitsOf(context).maxFileBytes / bytesPerMegabyte.write) * 1e6);
      const answer = await submitBytes(context, bytes);
      jobIdOf(answer);
      return `${bytes} bytes: ${answer.seen}`;
    },
  },
  {
    id: 'limits.queue',
    sections: ['Errors 2, queue.limit_exceeded', 'Limits 2', ...tierRows],
    statement: 'As many jobs of both tools can be queued as the tier allows; one more is refused.',
    needs: fullQueue,
    spends: true,
    check: async (context) => {
      const { maxParallelJobs, maxQueuedJobs } = limitsOf(context);
      const { accepted, refused } = await filledQueue(context);
      for (const answer of refused) ensureCode(answer, 'queue.limit_exceeded');
      const seen = `${accepted} accepted, then ${refused[0]?.seen}`;
      // The API doesn't say whether running jobs count as queued.
      ensure(accepted >= maxQueuedJobs && accepted <= maxQueuedJobs + maxParallelJobs, seen);
      return seen;
    },
  },
  {
    id: 'limits.queue-detail',
    sections: ['Errors 5'],
    statement: 'The detail of queue.limit_exceeded asks to wait for existing jobs to complete.',
    needs: fullQueue,
    spends: true,
    check: async (context) => {
      const [answer] = (await filledQueue(context)).refused;
      ensure(answer !== undefined, 'No job was refused');
      const detail = ensureCode(answer, 'queue.limit_exceeded');
      ensure(saysInTurn(detail, /\bwait\b/i, /\bcomplete\b/i), `The detail is: ${detail}`);
      return detail;
    },
  },
  {
    id: 'limits.pool',
    sections: ['Errors 2, queue.pool_saturated', 'Errors 6', 'Limits 2'],
    statement: 'A full worker pool refuses a job, and its detail asks to try again shortly.',
    needs: fullPool,
    spends: true,
    check: async (context) => {
      jobIdOf(await submit(context, 'convert'));
      const answer = await submit(context, 'compress');
      const detail = ensureCode(answer, 'queue.pool_saturated');
      ensure(saysInTurn(detail, /\btry again\b/i, /\bshortly\b/i), `The detail is: ${detail}`);
      return `${answer.seen}: ${detail}`;
    },
  },
  {
    id: 'limits.no-submission-rate',
    sections: ['Limits 2'],
    statement: 'Submissions aren’t limited by requests per minute.',
    needs: { jobDelayMs: endlessMs, server: 'submissions' },
    spends: true,
    check: async (context) => {
      const { maxQueuedJobs } = limitsOf(context);
      const answers = await burst(Math.min(80, maxQueuedJobs), 4, () => submit(context, 'convert'));
      ensureAllOk(answers);
      return `${answers.length} submissions at once, all accepted`;
    },
  },
];

async function submitBytes(context: RuleContext, bytes: number): Promise<RawAnswer> {
  if (!context.launched && bytes > maxExternalBytes) {
    throw new NotObservable('The suite doesn’t send more than 64 MB to a server that others use.');
  }
  const { sample } = await conversion(context);
  return submit(context, 'convert', { file: { paddingBytes: bytes - sample.content.length } });
}

const filledQueue = oncePerServer(async (context) => {
  const { maxParallelJobs, maxQueuedJobs } = limitsOf(context);
  const tooMany = maxParallelJobs + maxQueuedJobs + 3;
  const answers = await burst(tooMany, 4, (index) =>
    submit(context, index % 2 === 0 ? 'convert' : 'compress'),
  );
  const refused = answers.filter(({ ok }) => !ok);
  return { accepted: tooMany - refused.length, refused };
});

function saysInTurn(text: string, first: RegExp, second: RegExp): boolean {
  const at = text.search(first);
  return at !== -1 && second.test(text.slice(at));
}
