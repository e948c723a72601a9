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
  'file.not_a_file': 'This isn’t a file.',
  'file.empty': 'The file is empty.',
  'batch.limit_exceeded': 'The plan allows fewer files in one batch.',
  'submission.interrupted': 'The connection was lost, so it’s unknown whether the service accepted the file.',
  'options.withheld': 'Passwords are never stored, so the password for this job is no longer available.',
  'job.in_other_window': 'Another window is already processing this file in the same way.',
  'job.lost': 'The service lost the job several times.',
  'job.failed': 'The service gave no reason.',
  'output.invalid': 'The service’s result is invalid.',
  'output.not_placed': 'The result couldn’t be saved next to its source.',
  'output.outside_workspace': 'The workspace’s folder for results is outside the workspace.',
  'api_key.changed': 'The API key was changed after the job was requested.',
  'network.other_address': 'The job belongs to another network address.',
  'journal.unwritable': 'The journal couldn’t be written, so nothing was submitted.',
  unexpected: 'An unexpected error occurred.',
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
