import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { scaled } from './run/slowness.ts';

const pollIntervalMs = 100;

/** Long enough for a busy machine, and shorter than the timeout of a test, so that a hang shows its last value. */
const patienceMs = 120_000;

/**
 * Reads until `accept` holds, and resolves to the accepted value.
 * @throws Error with the last value, after `timeoutMs`
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs = scaled(patienceMs),
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${timeoutMs} ms with ${JSON.stringify(value)}`);
    await delay(pollIntervalMs);
  }
}

/** Reads until the value deeply equals `expected`. */
export async function becomes<T>(read: () => T | Promise<T>, expected: NoInfer<T>): Promise<void> {
  await eventually(read, (value) => isDeepStrictEqual(value, expected));
}
