import { copyFile, rm, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import type { Work } from '../work.ts';
import { attemptsFor } from './attempts.ts';
import { imageError, type OpenImage, openImage } from './open.ts';
import { type ImageOptions, imageOptions } from './options.ts';
import { similarity } from './similarity.ts';

/** The least similarity at which a compressed image still looks like its source. */
const leastSimilarity = 0.982;

/**
 * Makes an image smaller by the first attempt that nobody would see. Where none succeeds, the output is the source
 * byte for byte, so it is never larger.
 */
export async function compressImage({ from, options, inputPath, outputPath }: Work): Promise<void> {
  const wanted = imageOptions.parse(options);
  const first = await openImage(inputPath, { animated: true });
  const inputBytes = (await stat(inputPath)).size;
  for (const attempt of attemptsFor(from, first.metadata, wanted.lossless ?? false)) {
    const { image, metadata }: OpenImage = await openImage(inputPath, { animated: true });
    try {
      const { size } = await attempt.encode(keepEverything(image, metadata, wanted)).toFile(outputPath);
      if (size >= inputBytes) continue;
      if (attempt.lossless || (await similarity(inputPath, outputPath)) >= leastSimilarity) return;
    } catch (error) {
      throw imageError(error);
    }
  }
  await rm(outputPath, { force: true });
  await copyFile(inputPath, outputPath);
}

function keepEverything(image: Sharp, { space, depth }: Metadata, { metadata }: ImageOptions): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColourspace('b-w') : kept;
}
