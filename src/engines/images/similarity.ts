import type { SharpInput, SharpOptions } from 'sharp';
import sharp from 'sharp';

const block = 8;
/** The constants of the structural similarity index for 8-bit samples: (0.01·255)² and (0.03·255)². */
const c1 = 6.5025;
const c2 = 58.5225;

/**
 * The structural similarity (SSIM) of two images of the same size, all frames included: 1 where they are equal.
 * Transparent images are compared on black and on white, and the lower figure counts. `options` open both, where they are
 * bare samples.
 */
export async function similarity(a: SharpInput, b: SharpInput, options: SharpOptions = {}): Promise<number> {
  const { hasAlpha } = await sharp(a, options).metadata();
  const onWhite = await similarityOn('#ffffff', a, b, options);
  return hasAlpha ? Math.min(onWhite, await similarityOn('#000000', a, b, options)) : onWhite;
}

/** Whether two images have the same pixels, all frames and what shows of none included. */
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

async function similarityOn(
  background: string,
  a: SharpInput,
  b: SharpInput,
  options: SharpOptions,
): Promise<number> {
  const [left, right] = [await luma(a, background, options), await luma(b, background, options)];
  if (left.width !== right.width || left.height !== right.height) return 0;
  return meanSimilarity(left.data, right.data, left.width, left.height);
}

async function luma(input: SharpInput, background: string, options: SharpOptions) {
  const { data, info } = await sharp(input, { animated: true, autoOrient: true, ...options })
    .flatten({ background })
    .grayscale()
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Blocks overlap by half, as a flaw on a block's edge would show in neither otherwise. */
function meanSimilarity(a: Buffer, b: Buffer, width: number, height: number): number {
  const side = Math.min(block, width, height);
  let sum = 0;
  let count = 0;
  for (let y = 0; y + side <= height; y += block / 2) {
    for (let x = 0; x + side <= width; x += block / 2) {
      sum += blockSimilarity(a, b, y * width + x, side, width);
      count += 1;
    }
  }
  return sum / count;
}

function blockSimilarity(a: Buffer, b: Buffer, start: number, side: number, stride: number): number {
  let sumA = 0;
  let sumB = 0;
  let squaresA = 0;
  let squaresB = 0;
  let products = 0;
  for (let row = 0; row < side; row += 1) {
    for (let at = start + row * stride, end = at + side; at < end; at += 1) {
      const sampleA = a[at] ?? 0;
      const sampleB = b[at] ?? 0;
      sumA += sampleA;
      sumB += sampleB;
      squaresA += sampleA * sampleA;
      squaresB += sampleB * sampleB;
      products += sampleA * sampleB;
    }
  }
  const n = side * side;
  const meanA = sumA / n;
  const meanB = sumB / n;
  const variances = squaresA / n - meanA * meanA + squaresB / n - meanB * meanB;
  const covariance = products / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (variances + c2))
  );
}
