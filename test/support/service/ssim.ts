import type { Raster } from './raster.ts';

const side = 8;

/** The mean structural similarity of two images of the same size, by luma, over adjacent blocks. */
export function ssim(a: Raster, b: Raster): number {
  const [left, right] = [luma(a), luma(b)];
  const values: number[] = [];
  for (let y = 0; y + side <= a.height; y += side) {
    for (let x = 0; x + side <= a.width; x += side) {
      values.push(ssimOf(block(left, a.width, x, y), block(right, b.width, x, y)));
    }
  }
  return mean(values);
}

function luma({ rgb }: Raster): number[] {
  const values: number[] = [];
  for (let at = 0; at < rgb.length; at += 3) {
    values.push(0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0));
  }
  return values;
}

function block(values: readonly number[], width: number, x: number, y: number): number[] {
  return Array.from({ length: side }, (_, row) =>
    values.slice((y + row) * width + x, (y + row) * width + x + side),
  ).flat();
}

/** The structural similarity of two blocks, as defined by Wang and others. */
export function ssimOf(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const varianceA = mean(a.map((value) => (value - meanA) ** 2));
  const varianceB = mean(b.map((value) => (value - meanB) ** 2));
  const covariance = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const likeness = (2 * meanA * meanB + c1) * (2 * covariance + c2);
  return likeness / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
