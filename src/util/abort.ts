import type { Clock } from './clock.ts';

/** Resolves after `delayMs` on the given clock, or rejects with the signal's reason as soon as it aborts. */
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

/** Whether an error is the rejection of an aborted wait or request. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
