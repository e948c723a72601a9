import { certainlyNotAccepted } from '../../contract/acceptance.ts';
import { isServiceError, isTransportError, parseInsufficientCredits } from '../../contract/errors.ts';
import type { Problem } from '../core/job.ts';
import { problemOf } from '../core/problem.ts';

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

/** Judges by code and status alone (api.md, Errors 2). `charges`: an accepted submission was paid for. */
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
  if (isBusy(error)) return { kind: 'again', problem, afterMs: retryAfterOf(error), everyone: true };
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

/** Whether a key is missing or was not accepted (api.md, Authentication 3). */
export function isKeyProblem(error: unknown): boolean {
  return problemOf(error).code.startsWith('api_key.') || (isServiceError(error) && error.status === 401);
}

/** Whether the service is reached but has no room (api.md, Errors 4 to 6), or a proxy on the way has none. */
export function isBusy(error: unknown): boolean {
  if (isTransportError(error)) return error.status === 429;
  if (!isServiceError(error)) return false;
  return error.status === 429 || error.code === 'rate_limited' || error.code.startsWith('queue.');
}

/** How long the answer asks to wait, in milliseconds. */
export function retryAfterOf(error: unknown): number | undefined {
  return isServiceError(error) || isTransportError(error) ? error.retryAfterMs : undefined;
}

/** Whether no connection is made. */
export function isOutOfReach(code: string): boolean {
  return code === 'transport.unreachable' || code === 'transport.certificate';
}
