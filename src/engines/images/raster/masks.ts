import { damaged, unsupportedKind } from '../../api/faults.ts';

/** Which bits of a pixel, as one number, are which channel; no alpha where its mask is 0. */
export interface Masks {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export const masks555: Masks = { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 };
export const masks888: Masks = { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 };

/** The samples of pixels of two to four bytes, the least of which stands first, with alpha where there is a mask of it. */
export class MaskedPixels {
  readonly channels: 3 | 4;
  readonly #bytes: number;
  readonly #samplers: readonly Sampler[];

  /** @throws ConversionError where a mask has gaps, or more bits than are kept */
  constructor(masks: Masks, bytesPerPixel: number) {
    const { red, green, blue, alpha } = masks;
    const used = alpha === 0 ? [red, green, blue] : [red, green, blue, alpha];
    this.channels = alpha === 0 ? 3 : 4;
    this.#samplers = used.map(samplerOf);
    this.#bytes = bytesPerPixel;
  }

  /** Writes the samples of so many pixels. @throws RangeError where there are fewer */
  unpack(from: Buffer, fromAt: number, pixels: number, to: Uint8Array, toAt: number): void {
    let at = toAt;
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const value = from.readUIntLE(fromAt + pixel * this.#bytes, this.#bytes);
      for (const { shift, most, levels } of this.#samplers) {
        to[at] = levels[(value >>> shift) & most] ?? 0;
        at += 1;
      }
    }
  }
}

interface Sampler {
  readonly shift: number;
  readonly most: number;
  /** By the value of the bits, the sample of 8 bits that is nearest. */
  readonly levels: Uint8Array;
}

function samplerOf(mask: number): Sampler {
  if (mask === 0) return { shift: 0, most: 0, levels: Uint8Array.of(0) };
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  if ((most & (most + 1)) !== 0) throw damaged('image');
  if (most > 255) throw unsupportedKind('A bitmap of more than 8 bits a channel');
  return {
    shift,
    most,
    levels: Uint8Array.from({ length: most + 1 }, (_, value) => (value * 255) / most + 0.5),
  };
}

/** Programs leave the alpha of pictures that have none at 0; a picture that nobody could see is not meant. */
export function uncoverBlank(samples: Uint8Array, channels: number): void {
  for (let at = channels - 1; at < samples.length; at += channels) if (samples[at] !== 0) return;
  for (let at = channels - 1; at < samples.length; at += channels) samples[at] = 255;
}
