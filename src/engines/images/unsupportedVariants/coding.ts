/** Transfer characteristics of high dynamic range, as numbered in ITU-T H.273, 8.2. */
const hdrTransfers = new Set([16, 18]);
/**
 * Color primaries and transfer characteristics of sRGB, and those that programs show like sRGB (ITU-T H.273, 8.1 and
 * 8.2).
 */
const usualPrimaries = new Set([0, 1, 2, 5, 6, 7, 22]);
const usualTransfers = new Set([0, 1, 2, 4, 6, 7, 13, 14, 15]);

/** Numeric color information (ITU-T H.273). */
export interface Coding {
  readonly primaries: number;
  readonly transfer: number;
}

/**
 * Says why colors can't be converted to sRGB without a color profile: high dynamic range or wide gamut. Returns
 * `undefined` for usual colors.
 */
export function unusualColors({ primaries, transfer }: Coding): 'hdr' | 'wide' | undefined {
  if (hdrTransfers.has(transfer)) return 'hdr';
  if (usualPrimaries.has(primaries) && usualTransfers.has(transfer)) return undefined;
  return 'wide';
}
