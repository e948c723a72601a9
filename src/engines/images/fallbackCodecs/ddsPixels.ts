import { damaged } from '../../api/conversionError.ts';

/**
 * Bit masks that select the channels of a pixel: gray, or red, green, and blue, then optionally alpha. A mask of 0
 * means that the channel is black.
 */
export type Masks = readonly number[];

/** Pixels in rows from the top left: gray, gray and alpha, RGB, or RGBA. */
export interface Samples {
  readonly channels: 1 | 2 | 3 | 4;
  readonly samples: Uint8Array;
}

/**
 * Extracts 8-bit samples from little-endian pixels of one to four bytes.
 * @throws ConversionError if the bits of a mask aren't contiguous, or RangeError if there are fewer than `count` pixels
 */
export function unpackMasked(pixels: Buffer, count: number, masks: Masks, bytesPerPixel: number): Samples {
  const samplers = masks.map(samplerOf);
  const channels = ([1, 2, 3, 4] as const)[masks.length - 1] ?? 4;
  const samples = new Uint8Array(count * channels);
  let at = 0;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const value = pixels.readUIntLE(pixel * bytesPerPixel, bytesPerPixel);
    for (const { shift, most, factor } of samplers) {
      // `>>> 0` makes the result of the bit operations unsigned. Storing it in a typed array drops the fraction.
      samples[at] = (((value >>> shift) & most) >>> 0) * factor + 0.5;
      at += 1;
    }
  }
  return { channels, samples };
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

/** Width and height of a block in pixels. */
export const blockSide = 4;
const blockBytes = 8;
const codeBits = 3;

interface Surface {
  readonly width: number;
  readonly height: number;
  /** Each channel has a block of its own for every 4 × 4 pixels. */
  readonly channels: number;
  readonly isSigned: boolean;
}

/**
 * Decodes BC4 (one channel) or BC5 (two channels) to samples of 8 bits. Signed values are offset by 128, as is usual
 * for normal maps (Microsoft, Block Compression in Direct3D 10).
 * @throws RangeError if blocks are missing
 */
export function unpackBlocks(blocks: Buffer, { width, height, channels, isSigned }: Surface): Uint8Array {
  const samples = new Uint8Array(width * height * channels);
  const across = Math.ceil(width / blockSide);
  const down = Math.ceil(height / blockSide);
  for (let index = 0; index < across * down * channels; index += 1) {
    const block = index * blockBytes;
    const channel = index % channels;
    const place = Math.floor(index / channels);
    const [left, top] = [(place % across) * blockSide, Math.floor(place / across) * blockSide];
    const levels = levelsAt(blocks, block, isSigned);
    const codes = [blocks.readUIntLE(block + 2, 3), blocks.readUIntLE(block + 5, 3)];
    for (let pixel = 0; pixel < blockSide * blockSide; pixel += 1) {
      const [x, y] = [left + (pixel % blockSide), top + Math.floor(pixel / blockSide)];
      if (x >= width || y >= height) continue;
      const code = ((codes[pixel >> 3] ?? 0) >> (codeBits * (pixel & 7))) & 7;
      samples[(y * width + x) * channels + channel] = levels[code] ?? 0;
    }
  }
  return samples;
}

/**
 * Returns the eight levels of a block: two stored and six interpolated ones, or two stored, four interpolated, the
 * lowest, and the highest one.
 */
function levelsAt(blocks: Buffer, at: number, isSigned: boolean): number[] {
  const read = (place: number): number => (isSigned ? blocks.readInt8(place) + 128 : blocks.readUInt8(place));
  const [first, second] = [read(at), read(at + 1)];
  const steps = first > second ? 7 : 5;
  const between = Array.from({ length: steps - 1 }, (_, index) =>
    Math.round(((steps - 1 - index) * first + (index + 1) * second) / steps),
  );
  const ends = steps === 7 ? [] : [0, 255];
  return [first, second, ...between, ...ends];
}
