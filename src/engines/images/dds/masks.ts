import { damaged } from '../../api/faults.ts';

/**
 * The bits of each channel in a pixel's number: red, green, and blue, or gray, then alpha, if any; a mask of 0 means a
 * black channel.
 */
export type Masks = readonly number[];

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
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  if ((most & (most + 1)) !== 0) throw damaged('image');
  return { shift, most, factor: 255 / most };
}
