import { documentedErrors } from '../../../src/contract/errors.ts';
import type { DocumentedToolId } from '../../../src/contract/tools.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { NotObservable, type RuleContext, oncePerServer } from '../rule.ts';
import { ensure, ensureError } from './expect.ts';
import { download, type EndedJob, followToEnd } from './follow.ts';
import { jobIdOf, submit, submitDamaged } from './submit.ts';

/** A job with everything that was observed from submission to download. */
export interface WholeJob extends EndedJob {
  readonly submission: RawAnswer;
  readonly download: RawAnswer;
}

/** A successful job, one per tool, for all rules that only read it. */
const wholeJobs = {
  convert: oncePerServer((context) => runWhole(context, 'convert')),
  compress: oncePerServer((context) => runWhole(context, 'compress')),
} satisfies Record<DocumentedToolId, unknown>;

export function wholeJob(context: RuleContext, tool: DocumentedToolId): Promise<WholeJob> {
  return wholeJobs[tool](context);
}

async function runWhole(context: RuleContext, tool: DocumentedToolId): Promise<WholeJob> {
  const submission = await submit(context, tool);
  const ended = await followToEnd(context, tool, jobIdOf(submission));
  ensure(ended.last.status === 'Succeeded', `A valid file ended as ${ended.last.status}`);
  return { ...ended, submission, download: await download(context, tool, ended.id) };
}

/**
 * A conversion that failed after it was accepted.
 * @throws NotObservable if the server detects the fault immediately
 */
export const failedJob = oncePerServer(runFailing);

export async function runFailing(context: RuleContext): Promise<EndedJob> {
  const submission = await submitDamaged(context);
  if (!submission.ok) {
    // The documented errors are about the caller; the API doesn't define the code for a faulty file.
    const { error } = ensureError(submission);
    ensure(!Object.hasOwn(documentedErrors, error), submission.seen);
    throw new NotObservable(`A damaged file is refused at submission (${submission.seen}).`);
  }
  const ended = await followToEnd(context, 'convert', jobIdOf(submission));
  if (ended.last.status === 'Succeeded') throw new NotObservable('The server converts the damaged file.');
  return ended;
}
