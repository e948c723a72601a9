import { isServiceError, isTransportError } from '../../contract/errors.ts';
import { problemOf } from './problem.ts';

/** True if a key is missing or was rejected (api.md, Authentication 3). */
export function isKeyProblem(error: unknown): boolean {
  return problemOf(error).code.startsWith('api_key.') || (isServiceError(error) && error.status === 401);
}

/** True if the service, or a proxy, is at capacity (api.md, Errors 4 to 6). */
export function isBusy(error: unknown): boolean {
  if (isTransportError(error)) return error.status === 429;
  if (!isServiceError(error)) return false;
  return error.status === 429 || error.code === 'rate_limited' || error.code.startsWith('queue.');
}

/** The delay that the answer asks for, in milliseconds. */
export function retryAfterOf(error: unknown): number | undefined {
  return isServiceError(error) || isTransportError(error) ? error.retryAfterMs : undefined;
}
