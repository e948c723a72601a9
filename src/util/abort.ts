import type { Clock } from './clock.ts';

/** Resolves after `delayMs` on the given clock. Rejects with the signal's reason as soon as it aborts. */
export async function delay(delayMs: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      timer.dispose();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.schedule(delayMs, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
  signal?.throwIfAborted();
}

/** True for the error with which an aborted wait or request rejects. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/**
 * Settles like the promise, or rejects with the signal's reason once it aborts. The work behind the promise continues,
 * and its failure is then ignored.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => undefined);
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (!signal.aborted) await Promise.race([promise, aborted.promise]);
    signal.throwIfAborted();
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
