import {
  isCodedError,
  isServiceError,
  isTransportError,
  type JobProblemCode,
} from '../../contract/errors.ts';
import type { Problem } from './job.ts';

/**
 * Messages for problems that jobs detect. Other problems keep the code of the service, the transport, or the file
 * store.
 */
export const jobProblems: Readonly<Record<JobProblemCode, string>> = {
  'file.not_a_file': 'This is not a file.',
  'file.empty': 'The file is empty.',
  'batch.limit_exceeded': 'The plan takes fewer files in one batch.',
  'submission.interrupted':
    'The connection broke off, so nobody can know whether the service accepted the file.',
  'options.withheld': 'A password is never stored, so the one given for this job is gone.',
  'job.in_other_window': 'Another window works on the same file for the same result.',
  'job.lost': 'The service lost the job several times.',
  'job.failed': 'The service could not do the job and did not say why.',
  'output.invalid': 'What the service delivered is not the output.',
  'output.not_placed': 'The output could not be put beside its source.',
  'output.outside_workspace': 'The folder for outputs that a workspace sets leads out of it.',
  'network.other_address': 'The job is at another address of the network.',
  'journal.unwritable': 'The journal could not be written, so nothing was submitted.',
  unexpected: 'Something unexpected went wrong.',
};

export function problem(code: JobProblemCode, detail: string = jobProblems[code]): Problem {
  return { code, detail };
}

/** Converts an error to a problem. An error without a known code becomes `unexpected`. */
export function problemOf(error: unknown): Problem {
  if (isCodedError(error)) {
    const { code, detail, fault, file } = error;
    return { code, detail, ...(fault && { fault }), ...(file !== undefined && { file }) };
  }
  return problem('unexpected', error instanceof Error ? error.message : String(error));
}

/** True if a key is missing or was rejected (api.md, Authentication 3). */
export function isKeyProblem(error: unknown): boolean {
  return problemOf(error).code.startsWith('api_key.') || (isServiceError(error) && error.status === 401);
}

/** True if the service, or a proxy, is at capacity (api.md, Errors 4 to 6). */
export function isBusy(error: unknown): boolean {
  if (isTransportError(error)) return error.status === 429;
  if (!isServiceError(error)) return false;
  return error.status === 429 || error.code === 'rate_limited' || error.code.startsWith('queue.');
}

/** The delay in milliseconds that the answer asks for. */
export function retryAfterOf(error: unknown): number | undefined {
  return isServiceError(error) || isTransportError(error) ? error.retryAfterMs : undefined;
}
