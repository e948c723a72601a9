/** Browsers ignore shorter durations. */
const shortestMs = 10;
const usualMs = 100;

/** The actual duration of a frame with this nominal one, in milliseconds. */
export function frameDurationMs(toldMs: number): number {
  return toldMs > shortestMs ? toldMs : usualMs;
}
