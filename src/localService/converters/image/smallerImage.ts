import { readFile, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { attemptsFor } from './attempts.ts';
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
  for (const attempt of attemptsFor(format, metadata, wanted.lossless ?? false)) {
    try {
      const encoded = await attempt.encode(keepEverything((await open()).image, metadata, wanted)).toBuffer();
      const output =
        format === 'png' ? ((await optimisedPng(encoded, pixelsOf(metadata))) ?? encoded) : encoded;
      const most = (least?.length ?? sourceBytes) * (attempt.lossless ? 1 : worthwhile);
      if (output.length >= most) continue;
      const isGood = attempt.lossless
        ? await identical(source, output)
        : (await similarity(source, output)) >= leastSimilarity;
      if (isGood) return output;
    } catch (error) {
      throw imageError(error);
    }
  }
  return least;
}

async function repackedPng(
  source: string | Buffer,
  metadata: Metadata,
  wanted: Wanted,
): Promise<{ png: Buffer; isAnimated: boolean }> {
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const png = wanted.metadata === 'stripAll' ? withoutMetadata(bytes) : bytes;
  return { png: (await optimisedPng(png, pixelsOf(metadata))) ?? png, isAnimated: isAnimatedPng(bytes) };
}

function pixelsOf({ width, height }: Metadata): number {
  return width * height;
}

function keepEverything(image: Sharp, { space, depth }: Metadata, { metadata }: Wanted): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColourspace('b-w') : kept;
}
