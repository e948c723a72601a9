import { documentedErrors, isCodedError, isServiceError, isShapeError, isTransportError } from './errors.ts';

/**
 * Statuses with which a server or proxy rejects a request before processing it, whatever the body says. Other 4xx may
 * come from a gateway that had already forwarded the request.
 */
const refusingStatuses: ReadonlySet<number> = new Set([
  301, 307, 308, 404, 405, 407, 411, 413, 414, 415, 429, 431,
]);

/**
 * True if a failed submission was certainly not accepted, so that sending it again can't charge twice: it wasn't sent
 * completely, or the service said so. `false` if that is unknown.
 */
export function certainlyNotAccepted(error: unknown): boolean {
  if (isServiceError(error)) {
    return Object.hasOwn(documentedErrors, error.code) || (error.status >= 400 && error.status < 500);
  }
  if (isTransportError(error)) {
    return !error.requestComplete || (error.status !== undefined && refusingStatuses.has(error.status));
  }
  // The remaining errors are faults of the file, which end the body before its last byte. An unexpected shape is an
  // answer.
  return isCodedError(error) && !isShapeError(error);
}
