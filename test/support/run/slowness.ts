import { createHash, randomBytes } from 'node:crypto';

/** The environment variable with the factor by which this machine is slower than our reference, at least 1. */
export const slownessVariable = 'TEST_SLOWNESS';

/** The duration of {@link measure} on an idle core of the machine that timeouts were chosen on. */
const referenceMs = 40;
const rounds = 3;

/** The slowness of this machine relative to the reference, from 1 to 10. */
export function measureSlowness(): number {
  const fastest = Math.min(...Array.from({ length: rounds }, measure));
  return Math.min(10, Math.max(1, fastest / referenceMs));
}

/** A timeout for this run: timeouts are for hangs, so a slow machine gets longer ones. */
export function scaled(timeoutMs: number): number {
  return Math.round(timeoutMs * Number(process.env[slownessVariable] ?? 1));
}

/** The time in milliseconds for a fixed piece of work that resembles the tests. */
function measure(): number {
  const startedAt = performance.now();
  const bytes = randomBytes(2 * 1024 * 1024);
  for (let round = 0; round < 4; round++) createHash('sha256').update(bytes).digest();
  const text = JSON.stringify(
    Array.from({ length: 10_000 }, (_, index) => ({ index, name: `file ${index}` })),
  );
  for (let round = 0; round < 4; round++) JSON.parse(text);
  return performance.now() - startedAt;
}
