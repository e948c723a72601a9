import { guessedErrors } from '../contract/dialect.ts';
import {
  type DocumentedErrorCode,
  documentedErrors,
  type GuessedErrorCode,
  ServiceError,
} from '../contract/errors.ts';
import { type Fault, fault, mapFault } from '../contract/faults/fault.ts';
import { messageLimit, plainLines, plainText } from '../util/plainText.ts';

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

/** What a job fails with where an engine, or the service, went wrong in a way that it has no sentence for. */
export const internalFault = fault('conversion.failed');

/** A fault whose texts are plain characters, no more than readers of faults take; libraries quote files in theirs. */
export function plainFault(found: Fault): Fault {
  return mapFault(found, (text) => plainText(text, messageLimit));
}

/**
 * Writes an error, or a sentence about one, to standard error. That may be a terminal, which the words of a file or a
 * caller in it must not steer.
 */
export function printError(error: unknown): void {
  process.stderr.write(`${plainLines(error)}\n`);
}
