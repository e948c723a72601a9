import { isServiceError, isTransportError } from '../contract/errors.ts';
import { delay } from '../util/abort.ts';
import { backoffMs } from '../util/backoff.ts';
import type { Clock } from '../util/clock.ts';

/** Yields delays of 1, 2, and 4 s, the longest that api.md, Client behavior 2 allows. */
const maxRetries = 3;

/** A longer delay is reported as an error, so that the caller can schedule a retry and show it. */
export const maxSilentDelayMs = 10_000;

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

interface RetryOptions {
  readonly clock: Clock;
  /** Returns a number from 0 to below 1, for the jitter. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Runs an idempotent request (never a submission), and repeats it after 1, 2, and 4 s if it fails temporarily. */
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

/** The number of retries that make sense for the failure. */
function retriesFor(error: unknown): number {
  if (isServiceError(error)) {
    const passes = error.status === 429 || gatewayStatuses.has(error.status);
    return passes && (error.retryAfterMs ?? 0) <= maxSilentDelayMs ? maxRetries : 0;
  }
  if (!isTransportError(error)) return 0;
  if (error.code === 'transport.interrupted') return wasSilent(error.cause) ? 1 : maxRetries;
  if (error.code === 'transport.unreadable' || error.code === 'transport.storage') {
    return error.status !== undefined && gatewayStatuses.has(error.status) ? maxRetries : 1;
  }
  // The service might just be starting, so one retry makes sense. More would only delay telling users that they are
  // offline.
  return error.code === 'transport.unreachable' ? 1 : 0;
}

/**
 * True if a server was silent for a whole timeout. It is only asked once more, as the user would otherwise wait for
 * minutes.
 */
function wasSilent(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT';
}
