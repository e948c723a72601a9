import { setTimeout as delay } from 'node:timers/promises';

const pollIntervalMs = 100;

/**
 * Reads until `accept` holds and resolves to what it accepted.
 * @throws Error with the last value, when that takes longer than `timeoutMs`
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(value)} after ${timeoutMs} ms.`);
    await delay(pollIntervalMs);
  }
}
