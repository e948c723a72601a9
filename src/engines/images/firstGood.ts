import type { Sharp } from 'sharp';
import type { Attempt } from './attempts.ts';
import { imageError } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { identical, similarity } from './similarity.ts';

/** The least similarity at which a compressed image still looks like its source. */
const leastSimilarity = 0.982;
/** What a change to pixels has to leave of the bytes at most: less than that is not worth another generation of flaws. */
const worthwhile = 0.95;

/**
 * The output of the first attempt that is smaller than `mostBytes` and that nobody would tell from the source, which it is
 * like by `least` at least. `prepare` opens the source anew for each, set to keep what has to be kept.
 */
export async function firstGood(
  source: string | Buffer,
  attempts: readonly Attempt[],
  prepare: () => Promise<Sharp>,
  mostBytes: number,
  least = leastSimilarity,
): Promise<Buffer | undefined> {
  for (const { lossless, encode } of attempts) {
    try {
      const { data, info } = await encode(await prepare()).toBuffer({ resolveWithObject: true });
      const isPng = info.format === 'png';
      const output = (isPng ? await optimizedPng(data, info.width * info.height) : undefined) ?? data;
      if (output.length >= mostBytes * (lossless ? 1 : worthwhile)) continue;
      const isGood = lossless ? await identical(source, output) : (await similarity(source, output)) >= least;
      if (isGood) return output;
    } catch (error) {
      throw imageError(error);
    }
  }
  return undefined;
}
