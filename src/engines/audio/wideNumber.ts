const span = 2 ** 32;

/** The lower 32 bits of a whole number, signed, as the libraries expect for 64-bit numbers. */
export function lowHalf(value: number): number {
  return (value % span) | 0;
}

/** Its upper 32 bits. */
export function highHalf(value: number): number {
  return Math.floor(value / span);
}

/** The number made of these halves. */
export function wide(low: number, high: number): number {
  return high * span + (low >>> 0);
}
