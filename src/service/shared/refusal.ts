import { guessedErrors } from '../../contract/dialect.ts';
import {
  documentedErrors,
  type DocumentedErrorCode,
  type GuessedErrorCode,
  ServiceError,
} from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';

const statuses = { ...documentedErrors, ...guessedErrors };

/** The error that answers a request, with the HTTP status that belongs to its code. */
export function refusal(
  code: DocumentedErrorCode | GuessedErrorCode,
  detail: string,
  { retryAfterMs, fault }: { retryAfterMs?: number; fault?: Fault } = {},
): ServiceError {
  return new ServiceError(code, statuses[code].status, detail, retryAfterMs, fault);
}
