import { damaged } from '../../api/faults.ts';

/**
 * The bits of each channel in a pixel's number: red, green, and blue, or gray, then alpha, if any; a mask of 0 means a
 * black channel.
 */
export type Masks = readonly number[];

export const masks555: Masks = [0x7c00, 0x3e0, 0x1f];
export const masks888: Masks = [0xff0000, 0xff00, 0xff];

/** Extracts 8-bit samples from little-endian pixels of one to four bytes. */
export class MaskedPixels {
  readonly channels: 1 | 2 | 3 | 4;
  readonly #bytes: number;
  readonly #samplers: readonly Sampler[];

  /** @throws ConversionError if a mask has gaps */
  constructor(masks: Masks, bytesPerPixel: number) {
    this.channels = ([1, 2, 3, 4] as const)[masks.length - 1] ?? 4;
    this.#samplers = masks.map(samplerOf);
    this.#bytes = bytesPerPixel;
  }

  /**
   * Writes the samples of this many pixels.
   * @throws RangeError if there are fewer
   */
  unpack(from: Buffer, fromAt: number, pixels: number, to: Uint8Array, toAt = 0): void {
    let at = toAt;
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const value = from.readUIntLE(fromAt + pixel * this.#bytes, this.#bytes);
      for (const { shift, most, factor } of this.#samplers) {
        // Bit operations give a signed number; storing it in a typed array drops the fraction.
        to[at] = (((value >>> shift) & most) >>> 0) * factor + 0.5;
        at += 1;
      }
    }
  }
}

interface Sampler {
  readonly shift: number;
  readonly most: number;
  readonly factor: number;
}

function samplerOf(mask: number): Sampler {
  if (mask === 0) return { shift: 0, most: 0, factor: 0 };
  const { shift, most } = bitsOf(mask);
  if ((most & (most + 1)) !== 0) throw damaged('image');
  return { shift, most, factor: 255 / most };
}

/** True if a channel has more than the 8 bits that are kept. */
export function isDeep(mask: number): boolean {
  return mask !== 0 && bitsOf(mask).most > 255;
}

function bitsOf(mask: number): Pick<Sampler, 'shift' | 'most'> {
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, most: mask >>> shift };
}

/** Programs write an alpha of 0 for opaque pictures; a fully invisible picture isn't intended. */
export function uncoverBlank(samples: Uint8Array, channels: number): void {
  for (let at = channels - 1; at < samples.length; at += channels) if (samples[at] !== 0) return;
  for (let at = channels - 1; at < samples.length; at += channels) samples[at] = 255;
}
