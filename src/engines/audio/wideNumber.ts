const span = 2 ** 32;

/**
 * Returns the lower 32 bits of a whole number, signed. FFmpeg's JavaScript interface splits 64-bit numbers into two
 * halves.
 */
export function lowHalf(value: number): number {
  return (value % span) | 0;
}

/** Returns the upper 32 bits of a whole number, signed. */
export function highHalf(value: number): number {
  return Math.floor(value / span);
}

/** Combines the two halves of a 64-bit number. */
export function joinHalves(low: number, high: number): number {
  return high * span + (low >>> 0);
}
