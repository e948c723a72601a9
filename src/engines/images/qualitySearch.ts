import type { EncodingCandidate } from './encodingCandidates.ts';
import { replacePixels } from './halvedColors.ts';
import { imageError } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { type ImageToEncode, smallestBySamples } from './sampledSearch.ts';
import { identical, similarityTo } from './similarity.ts';

/** The minimum similarity at which a compressed image still looks like its source. */
const minSimilarity = 0.982;
/** A lossy result must be at most this share of the source's size. Saving less isn't worth another generation loss. */
export const maxLossyShare = 0.95;

/** An image whose best encoding is searched for. */
interface SearchedImage extends ImageToEncode {
  readonly source: string | Buffer;
}

/**
 * Returns the output of the first candidate that is smaller than `maxBytes` and whose similarity to the source is at
 * least `least`. A list is only searched if the one before has no such candidate.
 */
export async function searchQuality(
  image: SearchedImage,
  lists: readonly (readonly EncodingCandidate[])[],
  maxBytes: number,
  least = minSimilarity,
): Promise<Buffer | undefined> {
  try {
    const isSampled = lists[0]?.[0]?.encodeSample !== undefined;
    if (isSampled) return await smallestBySamples(image, lists, maxBytes * maxLossyShare, least);
    return await firstSimilar(image, lists.flat(), maxBytes, least);
  } catch (error) {
    throw imageError(error);
  }
}

async function firstSimilar(
  { source, open, toEncode }: SearchedImage,
  candidates: readonly EncodingCandidate[],
  maxBytes: number,
  least: number,
): Promise<Buffer | undefined> {
  let likeness: ReturnType<typeof similarityTo> | undefined;
  let isLossyTooLarge = false;
  for (const { lossless, encode } of candidates) {
    if (!lossless && isLossyTooLarge) continue;
    const image = replacePixels(open(), toEncode);
    const { data, info } = await encode(image).toBuffer({ resolveWithObject: true });
    const isPng = info.format === 'png';
    const output = (isPng ? await optimizedPng(data, info.width * info.height) : undefined) ?? data;
    if (output.length >= maxBytes * (lossless ? 1 : maxLossyShare)) {
      isLossyTooLarge = true;
      continue;
    }
    const isSimilar = lossless
      ? await identical(source, output)
      : (await (likeness ??= similarityTo(source))(output)) >= least;
    if (isSimilar) return output;
  }
  return undefined;
}
