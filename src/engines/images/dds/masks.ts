import { damaged } from '../../api/conversionError.ts';

/**
 * Bit masks that select the channels of a pixel: gray, or red, green, and blue, then optionally alpha. A mask of 0
 * means that the channel is black.
 */
export type Masks = readonly number[];

/** Extracts 8-bit samples from little-endian pixels of one to four bytes. */
export class MaskedPixels {
  readonly channels: 1 | 2 | 3 | 4;
  readonly #bytes: number;
  readonly #samplers: readonly Sampler[];

  /** @throws ConversionError if the bits of a mask aren't contiguous */
  constructor(masks: Masks, bytesPerPixel: number) {
    this.channels = ([1, 2, 3, 4] as const)[masks.length - 1] ?? 4;
    this.#samplers = masks.map(samplerOf);
    this.#bytes = bytesPerPixel;
  }

  /**
   * Writes the samples of `pixels` pixels to `to`.
   * @throws RangeError if `from` contains fewer
   */
  unpack(from: Buffer, fromAt: number, pixels: number, to: Uint8Array, toAt = 0): void {
    let at = toAt;
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const value = from.readUIntLE(fromAt + pixel * this.#bytes, this.#bytes);
      for (const { shift, most, factor } of this.#samplers) {
        // `>>> 0` makes the result of the bit operations unsigned. Storing it in a typed array drops the fraction.
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
