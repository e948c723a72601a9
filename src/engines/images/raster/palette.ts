import type { Raster } from './raster.ts';

/** Indexed colors with this many channels each. */
export interface Palette {
  readonly channels: Raster['channels'];
  readonly colors: Uint8Array;
}

/** The palette with a single channel if all its colors are grays. */
export function greyIfAllAre({ channels, colors }: Palette): Palette {
  if (channels !== 3) return { channels, colors };
  const greys = colors.filter((_, at) => at % 3 === 0);
  const isGrey = colors.every((sample, at) => sample === greys[Math.floor(at / 3)]);
  return isGrey ? { channels: 1, colors: greys } : { channels, colors };
}

/** The samples of indexed pixels; an index beyond the palette is black, as in other programs. */
export function colored(indices: Uint8Array | Uint16Array, { channels, colors }: Palette): Uint8Array {
  const samples = new Uint8Array(indices.length * channels);
  const padded = new Uint8Array(256 ** indices.BYTES_PER_ELEMENT * channels);
  padded.set(colors.subarray(0, padded.length));
  let to = 0;
  for (const index of indices) {
    for (let channel = 0; channel < channels; channel += 1) {
      samples[to] = padded[index * channels + channel] ?? 0;
      to += 1;
    }
  }
  return samples;
}

/** Unpacks a row of indices with 1, 2, 4, or 8 bits each, the highest bits first. */
export function unpackBits(row: Uint8Array, bits: number, to: Uint8Array): void {
  const perByte = 8 / bits;
  const most = (1 << bits) - 1;
  for (let x = 0; x < to.length; x += 1) {
    const shift = 8 - bits * ((x % perByte) + 1);
    to[x] = ((row[Math.floor(x / perByte)] ?? 0) >> shift) & most;
  }
}
