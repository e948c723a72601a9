import { isServiceError, isTransportError } from '../../contract/errors.ts';
import { problemOf } from './problem.ts';

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
