/** Browsers replace durations up to this one with `usualMs`. */
const shortestMs = 10;
const usualMs = 100;

/** Returns the duration that browsers use for a frame whose file specifies `nominalMs`. */
export function frameDurationMs(nominalMs: number): number {
  return nominalMs > shortestMs ? nominalMs : usualMs;
}
