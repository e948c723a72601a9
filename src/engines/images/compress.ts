import { copyFile, writeFile } from 'node:fs/promises';
import type { EngineTask } from '../api/task.ts';
import { maxBytesOf, enforceSizeLimits } from '../lib/compressionOptions.ts';
import { transparentWebp } from '../lib/webpChunks.ts';
import { frameSize, isWithin } from './picture.ts';
import { openImage, useThreads } from './open.ts';
import { type ImageCompressionOptions, imageCompressionOptions } from './options.ts';
import { smallerImage } from './smallerImage.ts';
import { compressTiff } from './tiff/compress.ts';

/**
 * Compresses an image. If no smaller encoding is found, the output is an exact copy of the source.
 * @throws ConversionError `conversion.size_not_met` if the maximum size can't be met, and the errors of `openImage`
 */
export async function compressImage(task: EngineTask): Promise<void> {
  useThreads(task.threads);
  const wanted = imageCompressionOptions.parse(task.options);
  const compress = task.from === 'tiff' ? compressTiff : compressPicture;
  const { isTooLarge } = await compress(task, wanted);
  await enforceSizeLimits(task, wanted, { unfit: isTooLarge });
}

async function compressPicture(
  { from, inputPath, outputPath }: EngineTask,
  wanted: ImageCompressionOptions,
): Promise<{ isTooLarge: boolean }> {
  const smaller = await smallerImage(inputPath, from, { ...wanted, maxBytes: maxBytesOf(wanted) });
  const written = smaller && from === 'webp' ? transparentWebp(smaller) : smaller;
  await (written === undefined ? copyFile(inputPath, outputPath) : writeFile(outputPath, written));
  if (wanted.maxWidth === undefined && wanted.maxHeight === undefined) return { isTooLarge: false };
  const { metadata } = await openImage(inputPath, { animated: true });
  return { isTooLarge: !isWithin(frameSize(metadata), wanted) };
}
