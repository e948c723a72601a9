import { readFile, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { ConversionError } from '../api/conversionError.ts';
import { isAnimatedPng } from '../lib/pngChunks.ts';
import { type Attempt, attemptsFor } from './attempts.ts';
import { cleaned } from './clean.ts';
import { imageError, openImage } from './open.ts';
import type { ImageOptions } from './options.ts';
import { optimizedPng } from './oxipng.ts';
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
 * smaller than the source and that nobody would see. `undefined` where none is, and nothing is to be left out.
 * @throws ConversionError when it can't be read, or what is to be left out can't be
 */
export async function smallerImage(
  source: string | Buffer,
  format: string,
  wanted: Wanted,
): Promise<Buffer | undefined> {
  const policy = wanted.metadata ?? 'keep';
  if (policy === 'keep') return smaller(source, format, wanted);
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const clean = cleaned(bytes, format, (await openImage(bytes)).metadata, policy);
  if (clean) return (await smaller(clean, format, wanted)) ?? clean;
  const anew = await smaller(bytes, format, { ...wanted, metadata: 'stripAll' });
  if (anew) return anew;
  const detail = 'The image can’t be made smaller, and what it tells can’t be taken out of it as it is.';
  throw new ConversionError('conversion.invalid_input', detail);
}

async function smaller(source: string | Buffer, format: string, wanted: Wanted): Promise<Buffer | undefined> {
  const open = async () =>
    openImage(source, { animated: true, ...(wanted.asItLies ? { autoOrient: false } : {}) });
  const { metadata } = await open();
  const sourceBytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  const repacked = format === 'png' ? await repackedPng(source, metadata) : undefined;
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
      const output = (isPng ? await optimizedPng(data, info.width * info.height) : undefined) ?? data;
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
): Promise<{ png: Buffer; isAnimated: boolean }> {
  const png = typeof source === 'string' ? await readFile(source) : source;
  const repacked = await optimizedPng(png, metadata.width * metadata.height);
  return { png: repacked ?? png, isAnimated: isAnimatedPng(png) };
}

function keepEverything(image: Sharp, { space, depth }: Metadata, { metadata }: Wanted): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColorspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColorspace('b-w') : kept;
}
