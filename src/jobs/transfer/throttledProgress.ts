import type { Clock } from '../../util/clock.ts';

const intervalMs = 100;

/** A listener to byte counts that forwards at most ten per second, and the one that completes the total. */
export function throttledProgress(
  clock: Clock,
  totalBytes: number | undefined,
  report: (bytes: number) => void,
): (bytes: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const now = clock.monotonic();
    if (now - last < intervalMs && bytes !== totalBytes) return;
    last = now;
    report(bytes);
  };
}
