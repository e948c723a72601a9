import { isServiceError, isTransportError } from '../../contract/errors.ts';
import { delay } from '../../util/abort.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';

/** After 1, 2, and 4 s; api.md, Client behavior 2 allows no longer ones. */
const maxRetries = 3;

/** A longer wait is reported as an error, so that the caller can plan and show it. */
export const maxQuietWaitMs = 10_000;

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

interface RetryOptions {
  readonly clock: Clock;
  /** A number from 0 to below 1, for the jitter. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Runs an idempotent request (never a submission), and again after 1, 2, and 4 s if its failure is temporary. */
export async function withRetries<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await run();
    } catch (error) {
      options.signal.throwIfAborted();
      if (retry >= retriesFor(error)) throw error;
      const retryAfterMs = isServiceError(error) ? error.retryAfterMs : undefined;
      await delay(backoffMs(retry + 1, options.random, retryAfterMs), options.clock, options.signal);
    }
  }
}

/** The number of retries that the failure is worth. */
function retriesFor(error: unknown): number {
  if (isServiceError(error)) {
    const passes = error.status === 429 || gatewayStatuses.has(error.status);
    return passes && (error.retryAfterMs ?? 0) <= maxQuietWaitMs ? maxRetries : 0;
  }
  if (!isTransportError(error)) return 0;
  if (error.code === 'transport.interrupted') return wasSilent(error.cause) ? 1 : maxRetries;
  if (error.code === 'transport.unreadable') {
    return error.status !== undefined && gatewayStatuses.has(error.status) ? maxRetries : 1;
  }
  // Once, for a service that is just starting; more would only delay telling the user that they are offline.
  return error.code === 'transport.unreachable' ? 1 : 0;
}

/** A server that was silent for a whole timeout is asked only once more, as the user would otherwise wait for minutes. */
function wasSilent(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT';
}
