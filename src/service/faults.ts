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

/** An error as the answer to a request, with the HTTP status of its code. */
export function serviceError(
  code: DocumentedErrorCode | GuessedErrorCode,
  detail: string,
  { retryAfterMs, fault }: { retryAfterMs?: number; fault?: Fault } = {},
): ServiceError {
  return new ServiceError(code, statuses[code].status, detail, retryAfterMs, fault);
}

/** The refusal of a key (api.md, Authentication 3). */
export function keyError(): ServiceError {
  return serviceError(
    'api_key.invalid_or_ip_not_allowed',
    'The API key is missing or invalid, or it may not be used from this address.',
  );
}

/** A job's fault when an engine or the service failed in an unexpected way. */
export const internalFault = fault('conversion.failed');

/** A fault with plain, short texts; libraries quote files in theirs. */
export function plainFault(found: Fault): Fault {
  return mapFault(found, (text) => plainText(text, messageLimit));
}

let print = (text: string): void => void process.stderr.write(`${text}\n`);

/** Writes an error, or a sentence about one, to standard error. This may be a terminal, so untrusted text is made plain. */
export function printError(error: unknown): void {
  print(plainLines(error));
}

/** Sends what `printError` writes to the log of a process whose output is one. */
export function printErrorsTo(log: (text: string) => void): void {
  print = log;
}
