/** Browsers replace durations up to this one with `usualMs`. */
const shortestMs = 10;
const usualMs = 100;

/** Returns the duration that browsers use for a frame whose file specifies `toldMs`. */
export function frameDurationMs(toldMs: number): number {
  return toldMs > shortestMs ? toldMs : usualMs;
}
