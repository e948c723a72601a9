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

/** The refusal of a key (api.md, Authentication 3). */
export function keyRefusal(): ServiceError {
  return refusal(
    'api_key.invalid_or_ip_not_allowed',
    'The API key is missing or invalid, or it may not be used from this address.',
  );
}
