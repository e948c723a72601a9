import { isServiceError, isTransportError } from '../../contract/errors.ts';
import { delay } from '../../util/abort.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';

/** After waits of 1, 2 and 4 s; a longer one has no place in api.md, Client behavior 2. */
const maxRetries = 3;

/** Above this a wait is the caller's to plan and to show: it is told of it by an error. */
export const maxQuietWaitMs = 10_000;

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

export interface RetryOptions {
  readonly clock: Clock;
  /** A number from 0 to below 1, for the jitter. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Runs a request that may be run again without harm (never a submission), and again after 1, 2 and 4 s while its failure is
 * one that passes.
 */
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

/** How many retries the failure is worth. */
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
  // Once, for a service that is just starting; more would only hide from a person that they are offline.
  return error.code === 'transport.unreachable' ? 1 : 0;
}

/** A server that let a whole timeout pass is asked only once more, or a person would wait for minutes. */
function wasSilent(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT';
}
