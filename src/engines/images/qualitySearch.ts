import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { EncodingCandidate } from './encodingCandidates.ts';
import { type Pixels, replacePixels } from './halvedColors.ts';
import { imageError } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { identical, similarityTo } from './similarity.ts';

/** The minimum similarity at which a compressed image still looks like its source. */
const minSimilarity = 0.982;
/** A lossy result must be at most this share of the source's size. Saving less isn't worth another generation loss. */
export const maxLossyShare = 0.95;

/** A result that is more similar than necessary by this much may be too gentle, because its sample looked worse. */
const clearlyMore = 0.004;

/** An image whose best encoding is searched for. */
interface SearchedImage {
  readonly source: string | Buffer;
  /** Reopens the source with the metadata to keep. */
  readonly open: () => Sharp;
  /** The pixels to encode, if they differ. */
  readonly toEncode?: Pixels | undefined;
}

/**
 * Returns the output of the first candidate that is smaller than `maxBytes` and whose similarity to the source is at
 * least `least`. A list is only searched if the one before has no such candidate.
 */
export async function searchQuality(
  { source, open, toEncode }: SearchedImage,
  lists: readonly (readonly EncodingCandidate[])[],
  maxBytes: number,
  least = minSimilarity,
): Promise<Buffer | undefined> {
  let likeness: ReturnType<typeof similarityTo> | undefined;
  const outputOf = async ({ encode }: EncodingCandidate): Promise<Buffer> => {
    const image = replacePixels(open(), toEncode);
    const { data, info } = await encode(image).toBuffer({ resolveWithObject: true });
    const isPng = info.format === 'png';
    return (isPng ? await optimizedPng(data, info.width * info.height) : undefined) ?? data;
  };
  /** How much more similar the output is than necessary; negative if it isn't similar enough. */
  const excessOf = async ({ lossless }: EncodingCandidate, output: Buffer): Promise<number> => {
    if (lossless) return (await identical(source, output)) ? 0 : -1;
    likeness ??= similarityTo(source);
    return (await likeness(output)) - least;
  };
  /** Tries harsher candidates, the last one first, until one isn't similar enough. */
  const harshest = async (harsher: readonly EncodingCandidate[], output: Buffer): Promise<Buffer> => {
    let best = output;
    for (const candidate of harsher.toReversed()) {
      const smaller = await outputOf(candidate);
      if ((await excessOf(candidate, smaller)) < 0) break;
      best = smaller;
    }
    return best;
  };
  try {
    let isLossyTooLarge = false;
    for (const list of lists) {
      const candidates: readonly EncodingCandidate[] = isLossyTooLarge
        ? list.filter(({ lossless }) => lossless)
        : list;
      // Decode the source meanwhile. An image that isn't sampled may be too large and need no comparison.
      if (candidates[0]?.encodeSample) likeness ??= similarityTo(source);
      const first = await firstLikely(candidates, { open, toEncode }, least);
      let harsher = candidates.slice(0, first);
      for (const candidate of candidates.slice(first)) {
        const { lossless } = candidate;
        if (!lossless && isLossyTooLarge) continue;
        const most = maxBytes * (lossless ? 1 : maxLossyShare);
        const output = await outputOf(candidate);
        const isTooLarge = output.length >= most;
        isLossyTooLarge ||= isTooLarge;
        if (isTooLarge && harsher.length === 0) continue;
        const excess = await excessOf(candidate, output);
        const best = excess > clearlyMore ? await harshest(harsher, output) : output;
        if (excess >= 0 && best.length < most) return best;
        harsher = [];
      }
    }
    return undefined;
  } catch (error) {
    throw imageError(error);
  }
}

/**
 * About how much less each JPEG quality differs from the source than the one before. With it, 34 searches encoded 2.9
 * samples on average instead of the 4.6 of a binary search, and also 5 at most.
 */
const usualFall = 0.15;

/**
 * Returns the index of the first candidate that makes a sample of the source similar enough. Either all candidates can
 * encode samples or none; then returns 0.
 */
async function firstLikely(
  candidates: readonly EncodingCandidate[],
  { open, toEncode }: Omit<SearchedImage, 'source'>,
  least: number,
): Promise<number> {
  if (candidates[0]?.encodeSample === undefined) return 0;
  const { samples, raw } = sampleOf(await ownPixels(open));
  const likeness = similarityTo(samples, raw);
  const samplesToEncode = toEncode ? sampleOf(toEncode).samples : samples;
  /** The difference of an encoded sample, relative to the permitted one. Rounded, a similarity may exceed 1. */
  const differenceOf = async (encode: EncodingCandidate['encode'] = (image) => image): Promise<number> => {
    const similarity = await likeness(await encode(sharp(samplesToEncode, raw)).toBuffer(), {});
    return Math.max(0, 1 - similarity) / (1 - least);
  };
  let [low, high] = [0, candidates.length];
  let guess = Math.floor(high / 3);
  while (low < high) {
    const difference = await differenceOf(candidates[guess]?.encodeSample);
    if (difference <= 1) high = guess;
    else low = guess + 1;
    const next = Math.round(guess + Math.log(difference) / usualFall);
    guess = Math.min(high - 1, Math.max(low, next));
  }
  return low;
}

/** Images with more pixels are sampled. */
const mostSampled = 60_000;
/**
 * Along each edge, a sample has every third tile of this many pixels, or this many tiles at most. In 33 searches of JPEGs
 * of up to 1.2 megapixels, all results were as small as by trying every quality of the whole image.
 */
const tileSide = 32;
const tileDistance = 3 * tileSide;
const maxTiles = 24;
/**
 * Side of the largest blocks of a JPEG. Tiles begin at multiples of it, because encoding blocks again elsewhere looks
 * worse.
 */
const blockSide = 16;

/** The pixels of an image, in its own colors unless these are CMYK. */
async function ownPixels(open: () => Sharp): Promise<Pixels> {
  const own = await pixelsOf(open());
  return own.info.channels === 4 ? pixelsOf(open().toColorspace('srgb').removeAlpha()) : own;
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  return image.raw().toBuffer({ resolveWithObject: true });
}

/** The pixels or, if they are many, tiles spread over them. `raw` opens them. */
function sampleOf({ data, info }: Pixels): { samples: Buffer; raw: SharpOptions } {
  const { channels } = info;
  if (info.width * info.height <= mostSampled) return { samples: data, raw: { raw: info } };
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
  return { samples: Buffer.concat(lines), raw: { raw: { width, height, channels } } };
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
