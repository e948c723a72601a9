import { readFile, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { type Attempt, attemptsFor } from './attempts.ts';
import { imageError, openImage } from './open.ts';
import type { ImageOptions } from './options.ts';
import { optimisedPng } from './oxipng.ts';
import { isAnimatedPng, withoutMetadata } from './pngChunks.ts';
import { identical, similarity } from './similarity.ts';

/** The least similarity at which a compressed image still looks like its source. */
const leastSimilarity = 0.982;
/** What a change to pixels has to leave of the bytes at most: less than that is not worth another generation of flaws. */
const worthwhile = 0.95;

type Wanted = Pick<ImageOptions, 'lossless' | 'metadata'> & {
  /** Keep the pixels as they lie, for a reader that knows nothing of orientation. */
  readonly asItLies?: boolean;
};

/**
 * Encodes an image of the format, from a path or from memory, anew in the same format, by the first attempt that is
 * smaller than the source and that nobody would see. `undefined` where none is.
 * @throws ConversionError when it can't be read
 */
export async function smallerImage(
  source: string | Buffer,
  format: string,
  wanted: Wanted,
): Promise<Buffer | undefined> {
  const open = async () =>
    openImage(source, { animated: true, ...(wanted.asItLies ? { autoOrient: false } : {}) });
  const { metadata } = await open();
  const sourceBytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  const repacked = format === 'png' ? await repackedPng(source, metadata, wanted) : undefined;
  const least = repacked && repacked.png.length < sourceBytes ? repacked.png : undefined;
  if (repacked?.isAnimated) return least;
  const prepare = async () => keepEverything((await open()).image, metadata, wanted);
  const attempts = attemptsFor(format, metadata, wanted.lossless ?? false);
  return (await firstGood(source, attempts, prepare, least?.length ?? sourceBytes)) ?? least;
}

/**
 * The output of the first attempt that is smaller than `mostBytes` and that nobody would tell from the source. `prepare`
 * opens the source anew for each, set to keep what has to be kept.
 */
export async function firstGood(
  source: string | Buffer,
  attempts: readonly Attempt[],
  prepare: () => Promise<Sharp>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  for (const { lossless, encode } of attempts) {
    try {
      const { data, info } = await encode(await prepare()).toBuffer({ resolveWithObject: true });
      const isPng = info.format === 'png';
      const output = (isPng ? await optimisedPng(data, info.width * info.height) : undefined) ?? data;
      if (output.length >= mostBytes * (lossless ? 1 : worthwhile)) continue;
      const isGood = lossless
        ? await identical(source, output)
        : (await similarity(source, output)) >= leastSimilarity;
      if (isGood) return output;
    } catch (error) {
      throw imageError(error);
    }
  }
  return undefined;
}

async function repackedPng(
  source: string | Buffer,
  metadata: Metadata,
  wanted: Wanted,
): Promise<{ png: Buffer; isAnimated: boolean }> {
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const png = wanted.metadata === 'stripAll' ? withoutMetadata(bytes) : bytes;
  const repacked = await optimisedPng(png, metadata.width * metadata.height);
  return { png: repacked ?? png, isAnimated: isAnimatedPng(bytes) };
}

function keepEverything(image: Sharp, { space, depth }: Metadata, { metadata }: Wanted): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColourspace('b-w') : kept;
}
