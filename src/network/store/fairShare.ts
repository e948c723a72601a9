/** The share of the space that others haven't reserved, which one account may reserve if it uploads several files. */
const share = 1 / 2;

/**
 * True if an account may reserve space for another file. Reserving is free of charge, so no account may reserve all of
 * it. `free` is the space that nobody has reserved, and `taken` the space that the account has.
 */
export function hasSpace(bytes: number, free: number, taken: number): boolean {
  return bytes <= free && (taken === 0 || taken + bytes <= (free + taken) * share);
}
