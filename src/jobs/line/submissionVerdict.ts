import { certainlyNotAccepted } from '../../contract/acceptance.ts';
import { isServiceError, parseInsufficientCredits } from '../../contract/errors.ts';
import type { Problem } from '../job.ts';
import { problemOf } from '../problem.ts';

/** What an error of a submission means for the job, and for the others in line. */
export type SubmissionVerdict =
  /** Back in line; `everyone` when the service is busy for all. */
  | {
      readonly kind: 'again';
      readonly problem: Problem;
      readonly afterMs: number | undefined;
      readonly everyone: boolean;
    }
  /** Nothing more can be submitted until a key is entered, or until the service can be reached. */
  | { readonly kind: 'needsKey' | 'offline'; readonly problem: Problem }
  | {
      readonly kind: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  | { readonly kind: 'failed' | 'unconfirmed'; readonly problem: Problem };

/** Judges by code and status alone (Errors; Recommended client behaviour). `charges`: an accepted submission was paid for. */
export function judgeSubmission(error: unknown, charges: boolean): SubmissionVerdict {
  const problem = problemOf(error);
  const status = isServiceError(error) ? error.status : undefined;
  if (isKeyProblem(error)) return { kind: 'needsKey', problem };
  if (status === 402) {
    const figures = parseInsufficientCredits(problem.detail);
    return {
      kind: 'needsCredits',
      problem,
      required: figures?.required,
      available: figures?.available,
    };
  }
  if (isServiceError(error) && isBusy(error.code, error.status)) {
    return { kind: 'again', problem, afterMs: error.retryAfterMs, everyone: true };
  }
  if (!certainlyNotAccepted(error)) {
    return charges
      ? { kind: 'unconfirmed', problem }
      : { kind: 'again', problem, afterMs: undefined, everyone: false };
  }
  if (isOutOfReach(problem.code)) return { kind: 'offline', problem };
  if (problem.code === 'transport.interrupted') {
    return { kind: 'again', problem, afterMs: undefined, everyone: false };
  }
  return { kind: 'failed', problem };
}

/** Whether a key is missing or was not accepted (Authentication, 3). */
export function isKeyProblem(error: unknown): boolean {
  return problemOf(error).code.startsWith('api_key.') || (isServiceError(error) && error.status === 401);
}

/** Whether the service is reached but has no room (Errors, rules 2 to 4). */
export function isBusy(code: string, status: number): boolean {
  return status === 429 || code === 'rate_limited' || code.startsWith('queue.');
}

/** Whether no connection is made. */
export function isOutOfReach(code: string): boolean {
  return code === 'transport.unreachable' || code === 'transport.certificate';
}
