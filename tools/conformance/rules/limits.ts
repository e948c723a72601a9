import { bytesPerMegabyte } from '../../../src/contract/dialect.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { burst } from '../steps/burst.ts';
import { ensure, ensureCode, ensureRefused, limitsOf } from '../steps/expect.ts';
import { conversion } from '../steps/formats.ts';
import { NotObservable, type RuleContext, type RuleTable, spending } from '../rule.ts';
import { jobIdOf, submit } from '../steps/submit.ts';

const tierRows = ['Limits 1, Guest', 'Limits 1, Free', 'Limits 1, Pro'];
const endlessMs = 600_000;
/** The maximum number of bytes to send to a server that others use. */
const maxExternalBytes = 64 * bytesPerMegabyte.write;

/** A tier's limits on files and jobs in flight (api.md, Limits 1). */
export const limitRules: RuleTable = spending({
  'limits.file-too-large': {
    sections: ['Errors 2, request.file_too_large', ...tierRows],
    statement: 'A file above the size limit of the tier is refused.',
    check: async (context) =>
      ensureRefused([submitBytes(context, limitsOf(context).maxFileBytes + 1)], 'request.file_too_large'),
  },
  'limits.file-size': {
    sections: tierRows,
    statement: 'A file within the size limit is accepted: 50 MB for Guest and Free, more for Pro.',
    check: async (context) => {
      // A file of 50 MB, in the smaller interpretation of MB; a little more if the limit is 1 GB.
      const bytes = Math.min(60e6, (limitsOf(context).maxFileBytes / bytesPerMegabyte.write) * 1e6);
      const answer = await submitBytes(context, bytes);
      jobIdOf(answer);
      return `${bytes} bytes: ${answer.seen}`;
    },
  },
  'limits.queue': {
    sections: ['Errors 2, queue.limit_exceeded', 'Errors 5', 'Limits 2', ...tierRows],
    statement:
      'As many jobs of both tools can be queued as the tier allows; one more has to wait for others to complete.',
    needs: { jobDelayMs: endlessMs, server: 'full queue' },
    check: async (context) => {
      const { maxParallelJobs, maxQueuedJobs } = limitsOf(context);
      const answers = await burst(maxParallelJobs + maxQueuedJobs + 3, 4, (index) =>
        submit(context, index % 2 === 0 ? 'convert' : 'compress'),
      );
      const refused = answers.filter(({ ok }) => !ok);
      const accepted = answers.length - refused.length;
      for (const answer of refused) {
        const detail = ensureCode(answer, 'queue.limit_exceeded');
        ensure(/\bwait\b.*\bcomplete\b/is.test(detail), `The detail is: ${detail}`);
      }
      const seen = `${accepted} accepted, then ${refused[0]?.seen}`;
      // The API doesn't say whether running jobs count as queued.
      ensure(accepted >= maxQueuedJobs && accepted <= maxQueuedJobs + maxParallelJobs, seen);
      return seen;
    },
  },
  'limits.pool': {
    sections: ['Errors 2, queue.pool_saturated', 'Errors 6', 'Limits 2'],
    statement: 'A full worker pool refuses a job, and its detail asks to try again shortly.',
    needs: { jobDelayMs: endlessMs, poolSlots: 1, server: 'full pool' },
    check: async (context) => {
      jobIdOf(await submit(context, 'convert'));
      const answer = await submit(context, 'compress');
      const detail = ensureCode(answer, 'queue.pool_saturated');
      ensure(/\btry again\b.*\bshortly\b/is.test(detail), `The detail is: ${detail}`);
      return `${answer.seen}: ${detail}`;
    },
  },
  'limits.no-submission-rate': {
    sections: ['Limits 2'],
    statement: 'Submissions aren’t limited by requests per minute.',
    needs: { jobDelayMs: endlessMs, server: 'submissions' },
    check: async (context) => {
      const { maxQueuedJobs } = limitsOf(context);
      const answers = await burst(Math.min(80, maxQueuedJobs), 4, () => submit(context, 'convert'));
      for (const answer of answers) ensure(answer.ok, answer.seen);
      return `${answers.length} submissions at once, all accepted`;
    },
  },
});

async function submitBytes(context: RuleContext, bytes: number): Promise<RawAnswer> {
  if (!context.launched && bytes > maxExternalBytes) {
    throw new NotObservable('The suite doesn’t send more than 64 MB to a server that others use.');
  }
  const { sample } = await conversion(context);
  return submit(context, 'convert', { file: { paddingBytes: bytes - sample.content.length } });
}
