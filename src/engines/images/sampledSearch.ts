import sharp, { type Sharp } from 'sharp';
import type { EncodingCandidate } from './encodingCandidates.ts';
import { type Pixels, replacePixels } from './halvedColors.ts';
import { memoize } from '../../util/memoize.ts';
import { similarityTo } from './similarity.ts';

/** An image to encode. */
export interface ImageToEncode {
  /** Reopens the source with the metadata to keep. */
  readonly open: () => Sharp;
  /** The pixels to encode, if they differ. */
  readonly toEncode?: Pixels | undefined;
}

/**
 * Returns the output of the first candidate that is similar enough to the source, if it is smaller than `most`. A list
 * is only searched if the one before has no candidate that is similar enough. All candidates can encode samples.
 */
export async function smallestBySamples(
  image: ImageToEncode,
  lists: readonly (readonly EncodingCandidate[])[],
  most: number,
  least: number,
): Promise<Buffer | undefined> {
  const source = await ownPixels(image.open);
  const { toEncode = source } = image;
  const whole = comparisonWith(source, toEncode, least);
  const sampled = sampleOf(source);
  const sampledToEncode = toEncode === source ? sampled : sampleOf(toEncode);
  const sample = sampled === source ? whole : comparisonWith(sampled, sampledToEncode, least);
  for (const candidates of lists) {
    const output = await searchList({ image, whole, sample, most }, candidates);
    if (output !== undefined) return output.length < most ? output : undefined;
  }
  return undefined;
}

/** An image or its sample, to be encoded and compared with the source. */
interface Comparison {
  readonly toEncode: Pixels;
  /** Returns how much an output differs from the source, relative to the permitted difference. */
  readonly differenceOf: (output: Buffer) => Promise<number>;
}

/** For ratios, differences are never 0. */
const leastDifference = 0.001;

function comparisonWith({ data, info }: Pixels, toEncode: Pixels, least: number): Comparison {
  const likeness = similarityTo(data, { raw: info });
  return {
    toEncode,
    differenceOf: async (output) => {
      // The pixels are upright already, or stay as stored.
      const similarity = await likeness(output, { autoOrient: false });
      return Math.max(leastDifference, (1 - similarity) / (1 - least));
    },
  };
}

async function tryEncoding(
  { toEncode: { data, info }, differenceOf }: Comparison,
  encode: EncodingCandidate['encode'] = (image) => image,
): Promise<number> {
  return differenceOf(await encode(sharp(data, { raw: info })).toBuffer());
}

interface Search {
  readonly image: ImageToEncode;
  readonly whole: Comparison;
  readonly sample: Comparison;
  readonly most: number;
}

/** The candidate to encode quickly first. */
const firstGuess = 6;
/** About how much more the small encodings differ than the quick ones. */
const usualExcess = 1.25;
/** About how much less the difference's logarithm is for each next candidate. */
const usualFall = 0.18;
/** With a good output, a harsher candidate is only tried if the prediction is at most this, because it may be wrong. */
const clearlyPermitted = 0.98;

/**
 * Predicts the differences of candidates from those of a sample, and encodes the image with the first one that should
 * be similar enough. The ratio between the two hardly depends on the candidate. It is first measured with quick
 * encodings, which also tell where to begin, and again with each output. Of 36 searches, all but one found what trying
 * every candidate finds, with 1.9 samples, 2.7 quick ones, and 1.1 outputs on average. An output that isn't smaller
 * than `most` also ends the search, because gentler ones are larger.
 */
async function searchList(
  { image: { open, toEncode }, whole, sample, most }: Search,
  candidates: readonly EncodingCandidate[],
): Promise<Buffer | undefined> {
  const quickDifference = memoize(async (index: number) =>
    tryEncoding(sample, candidates[index]?.encodeQuickly),
  );
  const difference = memoize(async (index: number) => tryEncoding(sample, candidates[index]?.encodeSample));
  const [ofSample, ofWhole] = await Promise.all([
    quickDifference(firstGuess),
    sample === whole || pixelCount(sample.toEncode) > mostUnlike
      ? quickDifference(firstGuess)
      : tryEncoding(whole, candidates[firstGuess]?.encodeQuickly),
  ]);
  let ratio = ofWhole / ofSample;
  /** The candidates before `low` differ too much. The one at `high`, if any, is similar enough. */
  let [low, high] = [0, candidates.length];
  let best: Buffer | undefined;
  const estimated = async (index: number) => (await quickDifference(index)) * ratio * usualExcess;
  const predicted = async (index: number) => (await difference(index)) * ratio;
  let guess = await firstPermitted(estimated, low, high, firstGuess);
  // Both are usually needed.
  await Promise.all([guess - 1, guess].filter((index) => index in candidates).map(difference));
  for (;;) {
    const limit = best === undefined ? 1 : clearlyPermitted;
    const next = await firstPermitted(async (index) => (await predicted(index)) / limit, low, high, guess);
    if (next === high) return best;
    const output = await candidates[next]!.encode(replacePixels(open(), toEncode)).toBuffer();
    const found = await whole.differenceOf(output);
    if (found > 1 && output.length >= most) return output;
    ratio = found / (await difference(next));
    if (found > 1) low = next + 1;
    else [high, best] = [next, output];
    guess = best === undefined ? low : high - 1;
  }
}

/** Returns the first index from `low` to `high` whose difference is at most 1, or else `high`. */
async function firstPermitted(
  difference: (index: number) => Promise<number>,
  low: number,
  high: number,
  likely: number,
): Promise<number> {
  let [first, end, guess] = [low, high, likely];
  while (first < end) {
    guess = Math.min(end - 1, Math.max(first, guess));
    const found = await difference(guess);
    if (found <= 1) end = guess;
    else first = guess + 1;
    guess += Math.round(Math.log(found) / usualFall);
  }
  return first;
}

/** The pixels of an image, in its own colors unless these are CMYK. */
async function ownPixels(open: () => Sharp): Promise<Pixels> {
  const own = await pixelsOf(open());
  return own.info.channels === 4 ? pixelsOf(open().toColorspace('srgb').removeAlpha()) : own;
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  return image.raw().toBuffer({ resolveWithObject: true });
}

/** Images with more pixels are sampled. */
const mostWhole = 60_000;
/** Samples with more pixels have so many tiles that they differ as the whole image does. */
const mostUnlike = 300_000;

/** Along each edge, a sample has every third tile of this many pixels, or this many tiles at most. */
const tileSide = 32;
const tileDistance = 3 * tileSide;
const maxTiles = 24;
/**
 * Side of the largest blocks of a JPEG. Tiles begin at multiples of it, because encoding blocks again elsewhere looks
 * worse.
 */
const blockSide = 16;

/** The pixels or, if they are many, tiles spread over them. */
function sampleOf(pixels: Pixels): Pixels {
  const { data, info } = pixels;
  const { channels } = info;
  if (pixelCount(pixels) <= mostWhole) return pixels;
  const [columns, rows] = [spansOf(info.width), spansOf(info.height)];
  const [width, height] = [totalLength(columns), totalLength(rows)];
  const lines = rows.flatMap((row) =>
    Array.from({ length: row.length }, (_, y) =>
      columns.map(({ start, length }) => {
        const at = ((row.start + y) * info.width + start) * channels;
        return data.subarray(at, at + length * channels);
      }),
    ).flat(),
  );
  return { data: Buffer.concat(lines), info: { width, height, channels } };
}

interface Span {
  readonly start: number;
  readonly length: number;
}

function spansOf(length: number): Span[] {
  const tiles = Math.min(maxTiles, Math.ceil(length / tileDistance));
  if (tiles === 1) return [{ start: 0, length }];
  const step = Math.floor((length - tileSide) / (tiles - 1) / blockSide) * blockSide;
  return Array.from({ length: tiles }, (_, index) => ({ start: index * step, length: tileSide }));
}

function totalLength(spans: readonly Span[]): number {
  return spans.reduce((sum, { length }) => sum + length, 0);
}

function pixelCount({ info }: Pixels): number {
  return info.width * info.height;
}
