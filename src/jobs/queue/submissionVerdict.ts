import { certainlyNotAccepted } from '../../contract/acceptance.ts';
import { isServiceError, parseInsufficientCredits } from '../../contract/errors.ts';
import type { Problem } from '../core/job.ts';
import { problemOf } from '../core/problem.ts';
import { isBusy, isKeyProblem, retryAfterOf } from '../core/serviceErrors.ts';

/** The consequence of a submission error for the job and for the rest of the queue. */
export type SubmissionVerdict =
  /** Back to the queue; `everyone` if the service is busy for all. */
  | {
      readonly kind: 'again';
      readonly problem: Problem;
      readonly afterMs: number | undefined;
      readonly everyone: boolean;
    }
  /** Submissions stop until a key is entered, or until the service can be reached. */
  | { readonly kind: 'needsKey' | 'offline'; readonly problem: Problem }
  | {
      readonly kind: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  | { readonly kind: 'failed' | 'unconfirmed'; readonly problem: Problem };

/** Decides by code and status alone (api.md, Errors 2). `charges`: an accepted submission was paid for. */
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

/** True if no connection can be made. */
function isOutOfReach(code: string): boolean {
  return code === 'transport.unreachable' || code === 'transport.certificate';
}
