import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { EncodingCandidate } from './encodingCandidates.ts';
import { imageError } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { identical, similarityTo } from './similarity.ts';

/** The minimum similarity at which a compressed image still looks like its source. */
const minSimilarity = 0.982;
/** A lossy result must be at most this share of the source's size. Saving less isn't worth another generation loss. */
export const maxLossyShare = 0.95;

/**
 * Returns the output of the first candidate that is smaller than `maxBytes` and whose similarity to the source is at
 * least `least`. A list is only searched if the one before has no such candidate. `prepare` reopens the source for each
 * candidate and keeps the required metadata.
 */
export async function searchQuality(
  source: string | Buffer,
  lists: readonly (readonly EncodingCandidate[])[],
  prepare: () => Promise<Sharp>,
  maxBytes: number,
  least = minSimilarity,
): Promise<Buffer | undefined> {
  const likeness = similarityTo(source);
  try {
    let isLossyTooLarge = false;
    for (const list of lists) {
      const candidates = isLossyTooLarge ? list.filter(({ lossless }) => lossless) : list;
      for (const { lossless, encode } of await worthTrying(candidates, prepare, least)) {
        if (!lossless && isLossyTooLarge) continue;
        const { data, info } = await encode(await prepare()).toBuffer({ resolveWithObject: true });
        const isPng = info.format === 'png';
        const output = (isPng ? await optimizedPng(data, info.width * info.height) : undefined) ?? data;
        if (output.length >= maxBytes * (lossless ? 1 : maxLossyShare)) {
          isLossyTooLarge = true;
          continue;
        }
        const isGood = lossless ? await identical(source, output) : (await likeness(output)) >= least;
        if (isGood) return output;
      }
    }
    return undefined;
  } catch (error) {
    throw imageError(error);
  }
}

/**
 * Drops the candidates that aren't similar enough to a sample of the source: first by their quick variants, then, if
 * the sample is only a part, by their own encoding of it. Either all candidates have a quick variant or none.
 */
async function worthTrying(
  candidates: readonly EncodingCandidate[],
  prepare: () => Promise<Sharp>,
  least: number,
): Promise<readonly EncodingCandidate[]> {
  if (candidates[0]?.previewEncode === undefined) return candidates;
  const { samples, raw, isWhole } = await sampleOf(prepare);
  const likeness = similarityTo(samples, raw);
  const enough = isWhole ? least : least - sampleTolerance;
  const isLike = async (encode: EncodingCandidate['encode'] = (image) => image): Promise<boolean> =>
    (await likeness(await encode(sharp(samples, raw)).toBuffer(), {})) >= enough;
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isLike(candidates[middle]?.previewEncode)) high = middle;
    else low = middle + 1;
  }
  if (isWhole) return candidates.slice(low);
  while (low < candidates.length && !(await isLike(candidates[low]?.encode))) low += 1;
  return candidates.slice(low);
}

/** The similarity of a sample is off by at most about this. */
const sampleTolerance = 0.001;
/** Images with more pixels are sampled. */
const mostSampled = 60_000;
/**
 * Along each edge, a sample has every third tile of this many pixels, or this many tiles at most. In a test with 76
 * JPEGs of up to 9 megapixels, all results were as small as by searching the whole image, in 0.7 times the time.
 */
const tileSide = 32;
const tileDistance = 3 * tileSide;
const maxTiles = 24;
/**
 * Side of the largest blocks of a JPEG. Tiles begin at multiples of it, because encoding blocks again elsewhere looks
 * worse.
 */
const blockSide = 16;

/**
 * The pixels of an image or, if it is large, of tiles spread over it, in its own colors unless these are CMYK. `raw`
 * opens them.
 */
async function sampleOf(
  prepare: () => Promise<Sharp>,
): Promise<{ samples: Buffer; raw: SharpOptions; isWhole: boolean }> {
  const own = await pixelsOf(await prepare());
  const isCmyk = own.info.channels === 4;
  const { data, info } = isCmyk ? await pixelsOf((await prepare()).toColorspace('srgb').removeAlpha()) : own;
  const { channels } = info;
  if (info.width * info.height <= mostSampled) return { samples: data, raw: { raw: info }, isWhole: true };
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
  return { samples: Buffer.concat(lines), raw: { raw: { width, height, channels } }, isWhole: false };
}

async function pixelsOf(image: Sharp) {
  return image.raw().toBuffer({ resolveWithObject: true });
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
