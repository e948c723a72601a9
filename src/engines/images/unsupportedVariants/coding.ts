/** Transfers of high dynamic range, by the numbers of ITU-T H.273, 8.2. */
const hdrTransfers = new Set([16, 18]);
/** Primaries and transfers that are sRGB's, or so similar that programs show them alike (8.1 and 8.2 there). */
const usualPrimaries = new Set([0, 1, 2, 5, 6, 7, 22]);
const usualTransfers = new Set([0, 1, 2, 4, 6, 7, 13, 14, 15]);

/** A numeric description of colors. */
export interface Coding {
  readonly primaries: number;
  readonly transfer: number;
}

/**
 * Pixel colors that can't be converted to sRGB here, since they come without a profile: high dynamic range, or wide
 * gamut; `undefined` for usual ones.
 */
export function unusualColors({ primaries, transfer }: Coding): 'hdr' | 'wide' | undefined {
  if (hdrTransfers.has(transfer)) return 'hdr';
  if (usualPrimaries.has(primaries) && usualTransfers.has(transfer)) return undefined;
  return 'wide';
}
