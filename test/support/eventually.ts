import { setTimeout as delay } from 'node:timers/promises';

const pollIntervalMs = 100;

/** The environment variable with the default waiting time in milliseconds. */
export const patienceVariable = 'TEST_PATIENCE_MS';

/** Long enough for a busy machine, and shorter than the timeout of a test, so that a hang shows its last value. */
const patienceMs = Number(process.env[patienceVariable] ?? 240_000);

/**
 * Reads until `accept` holds, and resolves to the accepted value.
 * @throws Error with the last value, after `timeoutMs`
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs = patienceMs,
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
