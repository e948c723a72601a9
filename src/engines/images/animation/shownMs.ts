/** Browsers take it for nothing when a picture is to be shown no longer than this. */
const shortestMs = 10;
const usualMs = 100;

/** How long a frame is shown whose file says so many milliseconds. */
export function shownMs(toldMs: number): number {
  return toldMs > shortestMs ? toldMs : usualMs;
}
