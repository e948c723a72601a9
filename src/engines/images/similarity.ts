import type { SharpInput, SharpOptions } from 'sharp';
import sharp from 'sharp';

/** Width and height of a square in pixels. Four squares make up a block of 8 × 8 pixels, the unit of comparison. */
const squareSide = 4;
/** The constants of the structural similarity index for 8-bit samples: (0.01·255)² and (0.03·255)². */
const c1 = 6.5025;
const c2 = 58.5225;
/**
 * Instead of the latter for colors: (0.1·255)², so that changed noise hardly counts. Encoded in half their size, colors
 * of photos, in which Butteraugli sees no difference, have a similarity of at least 0.985, and those of red text on
 * white, in which it does, 0.953 to 0.972.
 */
const c2OfColors = 650.25;

/**
 * Computes the structural similarity (SSIM) of two images of the same size, including all frames. Equal images have a
 * similarity of 1. Luma is compared in full size and colors in half of it, transparent images on black and on white, and
 * the lowest value counts. `options` are used to open both images if they are raw samples.
 */
export async function similarity(a: SharpInput, b: SharpInput, options: SharpOptions = {}): Promise<number> {
  return similarityTo(a, options)(b);
}

/**
 * Like `similarity`, for comparing many images with one reference, which is decoded only once, beginning immediately.
 * `otherOptions` open them, if they aren't samples like the reference.
 */
export function similarityTo(
  source: SharpInput,
  options: SharpOptions = {},
): (other: SharpInput, otherOptions?: SharpOptions) => Promise<number> {
  const references = referencesOf(source, options);
  // The comparisons report it.
  references.catch(() => {});
  return async (other, otherOptions = options) => {
    let least = 1;
    for (const { background, reference } of await references)
      least = Math.min(least, leastSimilarity(reference, await planesOf(other, background, otherOptions)));
    return least;
  };
}

function leastSimilarity(a: Planes, b: Planes): number {
  return Math.min(
    meanSimilarity(a.luma, b.luma, c2),
    meanSimilarity(a.blue, b.blue, c2OfColors),
    meanSimilarity(a.red, b.red, c2OfColors),
  );
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

/** One value a pixel, from 0 to 255. */
interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Storing a number in an array of bytes drops its fraction. */
const rounding = 0.5;

/** The luma of an image, and in half its size how much bluer and redder than gray it is. */
interface Planes {
  readonly luma: Plane;
  readonly blue: Plane;
  readonly red: Plane;
}

async function referencesOf(source: SharpInput, options: SharpOptions) {
  const hasAlpha = options.raw?.channels !== 3 && (await sharp(source, options).metadata()).hasAlpha;
  const backgrounds = hasAlpha ? ['#ffffff', '#000000'] : ['#ffffff'];
  return Promise.all(
    backgrounds.map(async (background) => ({
      background,
      reference: await planesOf(source, background, options),
    })),
  );
}

async function planesOf(input: SharpInput, background: string, options: SharpOptions): Promise<Planes> {
  const { data, info } = await rgbPixels(input, background, options);
  const { width, height } = info;
  const luma = { data: new Uint8Array(width * height), width, height };
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const blue = { data: new Uint8Array(half.width * half.height), ...half };
  const red = { data: new Uint8Array(half.width * half.height), ...half };
  // V8 optimizes a function for each row much sooner than one for the whole image.
  for (let y = 0; y < height; y += 1) writeLuma(data, luma, y);
  for (let y = 0; y < half.height; y += 1) writeColors(data, info, y, blue.data, red.data);
  return { luma, blue, red };
}

function writeLuma(rgb: Uint8Array, { data, width }: Plane, y: number): void {
  const end = (y + 1) * width;
  for (let to = y * width, from = 3 * to; to < end; to += 1, from += 3)
    data[to] = 0.2126 * rgb[from]! + 0.7152 * rgb[from + 1]! + 0.0722 * rgb[from + 2]! + rounding;
}

/** Writes a row of colors, each of which belongs to a square of four pixels. */
function writeColors(
  rgb: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  y: number,
  blue: Uint8Array,
  red: Uint8Array,
): void {
  const rowBytes = 3 * width;
  const below = 2 * y + 1 < height ? rowBytes : 0;
  const columns = Math.ceil(width / 2);
  for (let x = 0; x < columns; x += 1) {
    const a = 2 * y * rowBytes + 6 * x;
    const b = 2 * x + 1 < width ? a + 3 : a;
    const c = a + below;
    const d = b + below;
    const reds = rgb[a]! + rgb[b]! + rgb[c]! + rgb[d]!;
    const greens = rgb[a + 1]! + rgb[b + 1]! + rgb[c + 1]! + rgb[d + 1]!;
    const blues = rgb[a + 2]! + rgb[b + 2]! + rgb[c + 2]! + rgb[d + 2]!;
    const lumas = 0.2126 * reds + 0.7152 * greens + 0.0722 * blues;
    const to = y * columns + x;
    blue[to] = 128 + (0.539 * (blues - lumas)) / 4 + rounding;
    red[to] = 128 + (0.635 * (reds - lumas)) / 4 + rounding;
  }
}

async function rgbPixels(input: SharpInput, background: string, options: SharpOptions) {
  const { raw } = options;
  if (raw?.channels === 3 && input instanceof Uint8Array) return { data: input, info: raw };
  // Both images have the same profile, and converting their colors would take as long as decoding them.
  return sharp(input, { animated: true, autoOrient: true, ignoreIcc: true, ...options })
    .flatten({ background })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Compares overlapping blocks, because a flaw on a block's edge could otherwise be missed. */
function meanSimilarity(a: Plane, b: Plane, contrast: number): number {
  const { width, height } = a;
  if (width !== b.width || height !== b.height) return 0;
  const side = Math.max(1, Math.min(squareSide, Math.floor(Math.min(width, height) / 2)));
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  let above = new Int32Array(columns * sums);
  let below = new Int32Array(columns * sums);
  sumSquares(a, b, 0, side, above);
  let sum = 0;
  // If there is only one row or column of squares, it serves as both halves of its blocks.
  for (let row = Math.min(1, rows - 1); row < rows; row += 1) {
    sumSquares(a, b, row * side, side, below);
    sum += rowSimilarity(above, below, 4 * side * side, contrast);
    [above, below] = [below, above];
  }
  return sum / (Math.max(1, rows - 1) * Math.max(1, columns - 1));
}

/** Number of sums per square: the samples of each image, the squares of both, and their product. */
const sums = 4;

/** Writes the sums of a row of squares to `row`. */
function sumSquares(
  { data: a, width }: Plane,
  { data: b }: Plane,
  top: number,
  side: number,
  row: Int32Array,
): void {
  for (let to = 0, left = 0; to < row.length; to += sums, left += side) {
    let sumA = 0;
    let sumB = 0;
    let powers = 0;
    let products = 0;
    for (let y = top; y < top + side; y += 1) {
      const start = y * width + left;
      for (let at = start; at < start + side; at += 1) {
        const sampleA = a[at]!;
        const sampleB = b[at]!;
        sumA += sampleA;
        sumB += sampleB;
        powers += sampleA * sampleA + sampleB * sampleB;
        products += sampleA * sampleB;
      }
    }
    row[to] = sumA;
    row[to + 1] = sumB;
    row[to + 2] = powers;
    row[to + 3] = products;
  }
}

/** The sum of the similarities of a row of blocks of `n` samples. */
function rowSimilarity(above: Int32Array, below: Int32Array, n: number, contrast: number): number {
  let sum = 0;
  for (let right = Math.min(sums, above.length - sums); right < above.length; right += sums) {
    const left = Math.max(0, right - sums);
    const meanA = (above[left]! + above[right]! + below[left]! + below[right]!) / n;
    const meanB = (above[left + 1]! + above[right + 1]! + below[left + 1]! + below[right + 1]!) / n;
    const power = (above[left + 2]! + above[right + 2]! + below[left + 2]! + below[right + 2]!) / n;
    const product = (above[left + 3]! + above[right + 3]! + below[left + 3]! + below[right + 3]!) / n;
    const productOfMeans = meanA * meanB;
    const powerOfMeans = meanA * meanA + meanB * meanB;
    sum +=
      ((2 * productOfMeans + c1) * (2 * (product - productOfMeans) + contrast)) /
      ((powerOfMeans + c1) * (power - powerOfMeans + contrast));
  }
  return sum;
}
