import { writeFile } from 'node:fs/promises';
import type { EngineWork } from '../api/work.ts';
import { convertAnimatedAvif } from './animation/animatedAvif.ts';
import { transparentWebp } from './animation/transparentWebp.ts';
import { apngOf } from './animation/writeApng.ts';
import { encode } from './encode.ts';
import { imageError, useThreads } from './open.ts';
import { type ImageOptions, imageOptions } from './options.ts';
import { prepare } from './prepare.ts';

export { probeImage } from './probe.ts';

/**
 * Converts an image to another format. Rotates it upright, keeps its color profile, and keeps its frames if the target
 * supports animation.
 */
export async function convertImage({
  from,
  to,
  options,
  inputPath,
  outputPath,
  threads,
}: EngineWork): Promise<void> {
  useThreads(threads);
  const input = (from === 'avif' ? await convertAnimatedAvif(inputPath, to) : undefined) ?? inputPath;
  await writeImage(input, { from, to, options: imageOptions.parse(options), outputPath });
}

interface Target {
  readonly from: string;
  readonly to: string;
  readonly options: ImageOptions;
  readonly outputPath: string;
}

/**
 * Like `convertImage`, for an image at a path or in memory and for parsed options.
 * @throws ConversionError
 */
export async function writeImage(
  input: string | Uint8Array,
  { from, to, options, outputPath }: Target,
): Promise<void> {
  const { image, metadata, isAnimation, keptMetadata } = await prepare(input, from, to, options);
  try {
    if (to === 'apng' && isAnimation)
      await writeFile(outputPath, await apngOf(image, metadata, keptMetadata));
    else if (to === 'webp' && isAnimation) {
      await writeFile(outputPath, transparentWebp(await encode(image, to, options).toBuffer()));
    } else await encode(image, to, options).toFile(outputPath);
  } catch (error) {
    throw imageError(error);
  }
}
