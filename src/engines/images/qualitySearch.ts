import type { Sharp } from 'sharp';
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
 * least `least`. `prepare` reopens the source for each candidate and keeps the required metadata.
 */
export async function searchQuality(
  source: string | Buffer,
  candidates: readonly EncodingCandidate[],
  prepare: () => Promise<Sharp>,
  maxBytes: number,
  least = minSimilarity,
): Promise<Buffer | undefined> {
  const likeness = similarityTo(source);
  try {
    let isLossyTooLarge = false;
    for (const { lossless, encode } of await worthTrying(candidates, prepare, likeness, least)) {
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
    return undefined;
  } catch (error) {
    throw imageError(error);
  }
}

/** Drops the candidates whose quick variant isn't similar enough to the source. */
async function worthTrying(
  candidates: readonly EncodingCandidate[],
  prepare: () => Promise<Sharp>,
  likeness: (output: Buffer) => Promise<number>,
  least: number,
): Promise<readonly EncodingCandidate[]> {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const look = candidates[middle]?.previewEncode;
    if (look === undefined) return candidates;
    const isLike = (await likeness(await look(await prepare()).toBuffer())) >= least;
    if (isLike) high = middle;
    else low = middle + 1;
  }
  return candidates.slice(low);
}
