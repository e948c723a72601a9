import { isServiceError, isTransportError } from '../contract/errors.ts';
import { delay } from '../util/abort.ts';
import type { Clock } from '../util/clock.ts';
import { retryDelayMs, retryDelaysMs } from './retryTiming.ts';

/** Above this a wait is the caller's to plan and to show: the error is handed on, with the wait that it carries. */
const maxRetryAfterMs = 10_000;

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
      await delay(retryDelayMs(retry, retryAfterMs, options.random), options.clock, options.signal);
    }
  }
}

/** How many retries the failure is worth; the fourth wait has no place in the document. */
function retriesFor(error: unknown): number {
  if (isServiceError(error)) {
    const passes = error.status === 429 || gatewayStatuses.has(error.status);
    return passes && (error.retryAfterMs ?? 0) <= maxRetryAfterMs ? retryDelaysMs.length : 0;
  }
  if (!isTransportError(error)) return 0;
  if (error.code === 'transport.interrupted') return wasSilent(error.cause) ? 1 : retryDelaysMs.length;
  if (error.code === 'transport.unreadable') {
    return error.status !== undefined && gatewayStatuses.has(error.status) ? retryDelaysMs.length : 1;
  }
  // Once, for a service that is just starting; more would only hide from a person that they are offline.
  return error.code === 'transport.unreachable' ? 1 : 0;
}

/** A server that let a whole timeout pass is asked only once more, or a person would wait for minutes. */
function wasSilent(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT';
}
