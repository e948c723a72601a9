import type { DecoderComparison } from './referenceDecoder.ts';
import type { Pixels } from './pam.ts';

/** The number of levels (of 255) by which decoders may differ when they expand five or six bits to eight. */
const roundingLevels = 1;
/**
 * Tolerances for lossy formats: decibels over all samples, and the number of levels by which the means of blocks may
 * differ.
 */
const minDecibels = 30;
const maxBlockLevels = 12;
const blockPixels = 8;

/** Compares two images in a lossless format: no pixel may differ by more than rounding. */
export const comparePixels: DecoderComparison<Pixels> = (ours, theirs) => {
  const fault = sizeFault(ours, theirs);
  if (fault !== undefined) return fault;
  const difference = differenceOf(ours, theirs);
  let wrong = 0;
  let worst = 0;
  let worstAt = 0;
  for (let at = 0; at < ours.rgba.length; at += 1) {
    const levels = Math.abs(difference(at));
    if (levels > roundingLevels) wrong += 1;
    if (levels > worst) [worst, worstAt] = [levels, at];
  }
  if (worst <= roundingLevels) return undefined;
  const pixel = Math.floor(worstAt / 4);
  const [x, y] = [pixel % ours.width, Math.floor(pixel / ours.width)];
  const colors = [ours, theirs].map(({ rgba }) => rgba.slice(pixel * 4, pixel * 4 + 4).join(' '));
  const share = ((100 * wrong) / ours.rgba.length).toFixed(1);
  return `${share} % of the samples differ, at ${x}, ${y} most: ${colors.join(' is not ')}`;
};

/** Compares two images in a lossy format, whose decoders round and upsample colors differently. */
export const compareLossyPixels: DecoderComparison<Pixels> = (ours, theirs) => {
  const fault = sizeFault(ours, theirs);
  if (fault !== undefined) return fault;
  const difference = differenceOf(ours, theirs);
  const columns = Math.ceil(ours.width / blockPixels);
  const blocks = new Map<number, { sum: number; count: number }>();
  let squares = 0;
  for (let at = 0; at < ours.rgba.length; at += 1) {
    const levels = difference(at);
    squares += levels ** 2;
    const pixel = Math.floor(at / 4);
    const [x, y] = [pixel % ours.width, Math.floor(pixel / ours.width)];
    const key = (Math.floor(y / blockPixels) * columns + Math.floor(x / blockPixels)) * 4 + (at % 4);
    const block = blocks.get(key) ?? { sum: 0, count: 0 };
    block.sum += levels;
    block.count += 1;
    blocks.set(key, block);
  }
  const decibels = 10 * Math.log10(255 ** 2 / (squares / ours.rgba.length));
  if (decibels < minDecibels) return `${decibels.toFixed(1)} dB, less than ${minDecibels}`;
  const worst = [...blocks.values()].reduce(
    (most, { sum, count }) => Math.max(most, Math.abs(sum / count)),
    0,
  );
  return worst <= maxBlockLevels ? undefined : `a block differs by ${worst.toFixed(0)} levels`;
};

function sizeFault(ours: Pixels, theirs: Pixels): string | undefined {
  const [before, after] = [theirs, ours].map(({ width, height }) => `${width} × ${height}`);
  return before === after ? undefined : `${after} pixels, not ${before}`;
}

/** The difference between two samples, in levels of 255. The colors of invisible pixels don't count. */
function differenceOf(ours: Pixels, theirs: Pixels): (at: number) => number {
  const [scale, otherScale] = [255 / ours.max, 255 / theirs.max];
  return (at) => {
    const alphaAt = at | 3;
    if (ours.rgba[alphaAt] === 0 && theirs.rgba[alphaAt] === 0) return 0;
    return (ours.rgba[at] ?? 0) * scale - (theirs.rgba[at] ?? 0) * otherScale;
  };
}
