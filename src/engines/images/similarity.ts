import type { SharpInput, SharpOptions } from 'sharp';
import sharp from 'sharp';

/** Width and height of a square in pixels. Four squares make up a block of 8 × 8 pixels, the unit of comparison. */
const squareSide = 4;
/** The constants of the structural similarity index for 8-bit samples: (0.01·255)² and (0.03·255)². */
const c1 = 6.5025;
const c2 = 58.5225;

/**
 * Computes the structural similarity (SSIM) of two images of the same size, including all frames. Equal images have a
 * similarity of 1. Transparent images are compared on black and on white, and the lower value counts. `options` are
 * used to open both images if they are raw samples.
 */
export async function similarity(a: SharpInput, b: SharpInput, options: SharpOptions = {}): Promise<number> {
  return similarityTo(a, options)(b);
}

/** Like `similarity`, for comparing many images with one reference, which is decoded only once. */
export function similarityTo(
  source: SharpInput,
  options: SharpOptions = {},
): (other: SharpInput) => Promise<number> {
  let known: readonly { readonly background: string; readonly left: Luma }[] | undefined;
  return async (other) => {
    known ??= await lumas(source, options);
    let least = 1;
    for (const { background, left } of known) {
      least = Math.min(least, meanSimilarity(left, await luma(other, background, options)));
    }
    return least;
  };
}

/** True if all frames of two images have the same visible pixels. */
export async function identical(a: SharpInput, b: SharpInput): Promise<boolean> {
  const [left, right] = [await samples(a), await samples(b)];
  return left.width === right.width && left.height === right.height && left.data.equals(right.data);
}

async function samples(input: SharpInput) {
  const { data, info } = await sharp(input, { animated: true, autoOrient: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

interface Luma {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function lumas(source: SharpInput, options: SharpOptions) {
  const { hasAlpha } = await sharp(source, options).metadata();
  const backgrounds = hasAlpha ? ['#ffffff', '#000000'] : ['#ffffff'];
  return Promise.all(
    backgrounds.map(async (background) => ({ background, left: await luma(source, background, options) })),
  );
}

async function luma(input: SharpInput, background: string, options: SharpOptions): Promise<Luma> {
  const { data, info } = await sharp(input, { animated: true, autoOrient: true, ...options })
    .flatten({ background })
    .grayscale()
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Compares overlapping blocks, because a flaw on a block's edge could otherwise be missed. */
function meanSimilarity(a: Luma, b: Luma): number {
  const { width, height } = a;
  if (width !== b.width || height !== b.height) return 0;
  const side = Math.max(1, Math.min(squareSide, Math.floor(Math.min(width, height) / 2)));
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  let above = squaresOf(a, b, 0, side, columns);
  let sum = 0;
  // If there is only one row or column of squares, it serves as both halves of its blocks.
  for (let row = Math.min(1, rows - 1); row < rows; row += 1) {
    const below = squaresOf(a, b, row * side, side, columns);
    for (let right = Math.min(1, columns - 1); right < columns; right += 1) {
      const left = Math.max(0, right - 1);
      sum += blockSimilarity(above, below, left * sums, right * sums, 4 * side * side);
    }
    above = below;
  }
  return sum / (Math.max(1, rows - 1) * Math.max(1, columns - 1));
}

/** Number of sums per square: the samples of both images, their squares, and their product. */
const sums = 5;

function squaresOf(a: Luma, b: Luma, top: number, side: number, columns: number): Float64Array {
  const row = new Float64Array(columns * sums);
  for (let column = 0; column < columns; column += 1) {
    let sumA = 0;
    let sumB = 0;
    let powerA = 0;
    let powerB = 0;
    let products = 0;
    for (let y = top; y < top + side; y += 1) {
      const start = y * a.width + column * side;
      for (let at = start; at < start + side; at += 1) {
        const sampleA = a.data[at] ?? 0;
        const sampleB = b.data[at] ?? 0;
        sumA += sampleA;
        sumB += sampleB;
        powerA += sampleA * sampleA;
        powerB += sampleB * sampleB;
        products += sampleA * sampleB;
      }
    }
    row.set([sumA, sumB, powerA, powerB, products], column * sums);
  }
  return row;
}

function blockSimilarity(
  above: Float64Array,
  below: Float64Array,
  left: number,
  right: number,
  n: number,
): number {
  const mean = (index: number): number =>
    ((above[left + index] ?? 0) +
      (above[right + index] ?? 0) +
      (below[left + index] ?? 0) +
      (below[right + index] ?? 0)) /
    n;
  const meanA = mean(0);
  const meanB = mean(1);
  const variances = mean(2) - meanA * meanA + mean(3) - meanB * meanB;
  const covariance = mean(4) - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (variances + c2))
  );
}
