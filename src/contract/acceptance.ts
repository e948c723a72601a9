import { documentedErrors, isCodedError, isServiceError, isShapeError, isTransportError } from './errors.ts';

/**
 * Statuses with which a server or a proxy turns a request away before anyone works on it, whatever the body says. The
 * other 4xx may come from a gateway that had already handed the request on.
 */
const refusingStatuses: ReadonlySet<number> = new Set([
  301, 307, 308, 404, 405, 407, 411, 413, 414, 415, 429, 431,
]);

/**
 * Whether a submission that failed with this error was certainly not accepted, so that sending it again can't charge
 * twice: nothing or not everything was sent, or the service said so in its own words. `false` when nobody can know.
 */
export function certainlyNotAccepted(error: unknown): boolean {
  if (isServiceError(error)) {
    return Object.hasOwn(documentedErrors, error.code) || (error.status >= 400 && error.status < 500);
  }
  if (isTransportError(error)) {
    return !error.requestComplete || (error.status !== undefined && refusingStatuses.has(error.status));
  }
  // What is left is a fault of the file, and that ends the body before its last byte. An unexpected shape is an answer.
  return isCodedError(error) && !isShapeError(error);
}
