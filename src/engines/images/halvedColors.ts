import type { Metadata, Sharp } from 'sharp';
import { imageError } from './open.ts';

/** The pixels of larger images would take too much memory. */
const mostPixels = 40_000_000;
/** Decoders don't interpolate the colors of the smallest images. */
const leastSide = 16;

/** Decoded samples. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/**
 * Returns the pixels of a JPEG that stores its colors in half the size (4:2:0) for an encoder that halves them again. A
 * decoder interpolates between the stored colors, and an encoder averages the result, which would blur them: thin red
 * lines on white would turn pale. Of these pixels, each average is the stored color. They must be encoded in their own
 * size, and with halved colors. Returns `undefined` for other images.
 * @throws ConversionError
 */
export async function pixelsToHalveAgain(
  open: () => Sharp,
  { format, space, chromaSubsampling, width, height, orientation = 1 }: Metadata,
): Promise<Pixels | undefined> {
  if (format !== 'jpeg' || space !== 'srgb' || chromaSubsampling !== '4:2:0') return undefined;
  if (Math.min(width, height) < leastSide || width * height > mostPixels) return undefined;
  // Rotated, squares of four pixels would begin elsewhere.
  if (orientation > 1 && (width % 2 === 1 || height % 2 === 1)) return undefined;
  try {
    const pixels = await open().keepIccProfile().raw().toBuffer({ resolveWithObject: true });
    const { data, info } = pixels;
    restoreColors(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), info.width, info.height);
    return pixels;
  } catch (error) {
    throw imageError(error);
  }
}

/** An image with its own metadata, and other pixels of the same size if there are any. */
export function replacePixels(image: Sharp, pixels?: Pixels): Sharp {
  if (pixels === undefined) return image;
  const { width, height, channels } = pixels.info;
  return image.composite([{ input: pixels.data, raw: { width, height, channels } }]).removeAlpha();
}

/** Changes RGB pixels so that the average colors of squares of four pixels are those before the interpolation. */
function restoreColors(rgb: Uint8ClampedArray, width: number, height: number): void {
  const averages = averagesOf(rgb, width, height);
  const blue = blurOf(averages.blue, width, height);
  const red = blurOf(averages.red, width, height);
  const columns = Math.ceil(width / 2);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const row = (y >> 1) * columns;
    for (let x = 0; x < width; x += 1) {
      const moreBlue = blue[row + (x >> 1)]!;
      const moreRed = red[row + (x >> 1)]!;
      rgb[at] = rgb[at]! + 1.402 * moreRed;
      rgb[at + 1] = rgb[at + 1]! - 0.344136 * moreBlue - 0.714136 * moreRed;
      rgb[at + 2] = rgb[at + 2]! + 1.772 * moreBlue;
      at += 3;
    }
  }
}

/** The color differences of JPEG (ITU-T T.871), averaged over squares of four pixels. */
function averagesOf(
  rgb: Uint8ClampedArray,
  width: number,
  height: number,
): { blue: Float32Array; red: Float32Array } {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const blue = new Float32Array(columns * rows);
  const red = new Float32Array(columns * rows);
  let at = 0;
  for (let y = 0; y < height; y += 2) {
    const upper = 3 * y * width;
    const lower = y + 1 < height ? upper + 3 * width : upper;
    for (let x = 0; x < width; x += 2) {
      const right = x + 1 < width ? 3 : 0;
      const a = upper + 3 * x;
      const b = a + right;
      const c = lower + 3 * x;
      const d = c + right;
      const reds = rgb[a]! + rgb[b]! + rgb[c]! + rgb[d]!;
      const greens = rgb[a + 1]! + rgb[b + 1]! + rgb[c + 1]! + rgb[d + 1]!;
      const blues = rgb[a + 2]! + rgb[b + 2]! + rgb[c + 2]! + rgb[d + 2]!;
      blue[at] = (0.5 * blues - 0.168736 * reds - 0.331264 * greens) / 4;
      red[at] = (0.5 * reds - 0.418688 * greens - 0.081312 * blues) / 4;
      at += 1;
    }
  }
  return { blue, red };
}

/** How much the interpolation and averaging took from each stored value. */
function blurOf(averages: Float32Array, width: number, height: number): Float32Array {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const stored = Float32Array.from(averages);
  const across = equationsOf(columns, width % 2 === 1);
  for (let row = 0; row < rows; row += 1) solve(across, stored.subarray(row * columns), 1);
  solve(equationsOf(rows, height % 2 === 1), stored, columns);
  for (let at = 0; at < stored.length; at += 1) stored[at] = stored[at]! - averages[at]!;
  return stored;
}

/** Factors to solve for a value: of the value before, of the difference to it, and of the value after. */
interface Equation {
  readonly before: number;
  readonly scale: number;
  readonly after: number;
}

/**
 * The equations between the stored values of a line and their averages. An interpolated value is 3/4 of the nearest
 * stored value and 1/4 of the next one, so an average is 6/8 of its stored value and 1/8 of each neighbor, or 7/8 and
 * 1/8 at an end. If the last one is of a single pixel, it is 3/4 and 1/4. They are prepared for Thomas's algorithm.
 */
function equationsOf(count: number, endsWithOne: boolean): Equation[] {
  const equations: Equation[] = [];
  for (let index = 0; index < count; index += 1) {
    const isEnd = index === 0 || index === count - 1;
    const isSingle = index === count - 1 && endsWithOne;
    const before = isSingle ? 1 / 4 : 1 / 8;
    const own = isSingle ? 3 / 4 : isEnd ? 7 / 8 : 6 / 8;
    const scale = 1 / (own - before * (equations.at(-1)?.after ?? 0));
    equations.push({ before, scale, after: scale / 8 });
  }
  return equations;
}

/** Solves the equations for `lines` adjacent lines, whose values follow each other at that distance. */
function solve(equations: readonly Equation[], plane: Float32Array, lines: number): void {
  for (const [index, { before, scale }] of equations.entries()) {
    const start = index * lines;
    for (let at = start; at < start + lines; at += 1) {
      plane[at] = scale * (plane[at]! - (index === 0 ? 0 : before * plane[at - lines]!));
    }
  }
  for (let index = equations.length - 2; index >= 0; index -= 1) {
    const { after } = equations[index]!;
    const start = index * lines;
    for (let at = start; at < start + lines; at += 1) plane[at] = plane[at]! - after * plane[at + lines]!;
  }
}
