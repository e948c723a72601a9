import { createHash, randomBytes } from 'node:crypto';

/** The environment variable with the factor by which this machine is slower than our reference, at least 1. */
export const slownessVariable = 'TEST_SLOWNESS';

/** The duration of {@link measure} on an idle core of the machine that timeouts were chosen on. */
const referenceMs = 60;
const rounds = 3;

/** How much slower than the reference this machine is now, from 1 to 4. Other work on it counts. */
export function measureSlowness(): number {
  const totalMs = Array.from({ length: rounds }, measure).reduce((sum, each) => sum + each, 0);
  return Math.min(4, Math.max(1, totalMs / rounds / referenceMs));
}

/** The last measured slowness, or 1 outside of test runs. */
export function slowness(): number {
  return Number(process.env[slownessVariable] ?? 1);
}

/** A timeout for this run: timeouts are for hangs, so a slow machine gets longer ones. */
export function scaled(timeoutMs: number): number {
  return Math.round(timeoutMs * slowness());
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
  // Some virtual machines compute fast, but provide memory many times slower than others.
  new Uint8Array(32 * 1024 * 1024).fill(1);
  return performance.now() - startedAt;
}
