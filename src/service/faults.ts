import { undocumentedErrors } from '../contract/dialect.ts';
import {
  type DocumentedErrorCode,
  documentedErrors,
  type UndocumentedErrorCode,
  ServiceError,
} from '../contract/errors.ts';
import { type Fault, fault, type FaultId, mapFault } from '../contract/fault.ts';
import { messageLimit, plainLines, plainText } from '../util/plainText.ts';

const statuses = { ...documentedErrors, ...undocumentedErrors };

/** An error that answers a request, with the HTTP status for its code. */
export function serviceError(
  code: DocumentedErrorCode | UndocumentedErrorCode,
  detail: string,
  { retryAfterMs, fault }: { retryAfterMs?: number; fault?: Fault } = {},
): ServiceError {
  return new ServiceError(code, statuses[code].status, detail, retryAfterMs, fault);
}

/** The error for an invalid key (api.md, Authentication 3). */
export function invalidKeyError(): ServiceError {
  return serviceError(
    'api_key.invalid_or_ip_not_allowed',
    'The API key is missing or invalid, or it may not be used from this address.',
  );
}

/** The fault of a job after an unexpected error of an engine or the service. */
export const internalFault = fault('conversion.failed');

/** Faults that don't depend on the file, so that another attempt may succeed. */
export const passingFaults: ReadonlySet<FaultId> = new Set([
  'conversion.disk',
  'conversion.memoryOfAll',
  'conversion.unstarted',
]);

/** A fault whose texts are plain and short. Libraries quote parts of files in their messages. */
export function sanitizeFault(found: Fault): Fault {
  return mapFault(found, (text) => plainText(text, messageLimit));
}

let print = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Writes an error, or a sentence about one, to standard error. Untrusted text is made plain, because standard error may
 * be a terminal.
 */
export function printError(error: unknown): void {
  print(plainLines(error));
}

/** Makes `printError` write to `log` instead, for a process with a structured log. */
export function printErrorsTo(log: (text: string) => void): void {
  print = log;
}
