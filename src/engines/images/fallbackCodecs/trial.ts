import { rm, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { compressImage } from '../compress.ts';
import { convertImage } from '../convert.ts';
import { writerOf } from '../formats.ts';
import { imageError, openImage, useThreads } from '../open.ts';
import { keepMetadataAndDepth } from '../picture.ts';
import { convertWithFallback } from './convert.ts';
import { previewImage } from './preview.ts';

const position = z.int().check(z.minimum(0));
const length = z.int().check(z.minimum(1));

const trialOptions = z.object({
  region: z.object({ left: position, top: position, width: length, height: length }),
  scaledTo: z.object({ width: length, height: length }),
  /** Options of the conversion or compression that is tried. */
  settings: z.record(z.string(), z.unknown()),
});

/**
 * Encodes part of an image with the settings of a conversion or compression, and writes the result as a PNG.
 * @throws ConversionError
 */
export async function encodePart(work: EngineWork): Promise<WorkResult> {
  const { tool, to, inputPath, outputPath, threads } = work;
  const { region, scaledTo, settings } = trialOptions.parse(work.options);
  useThreads(threads);
  const [partPath, encodedPath] = [`${outputPath}.part`, `${outputPath}.encoded`];
  try {
    await cutOut(inputPath, partPath, region, scaledTo);
    const { size: inputBytes } = await stat(partPath);
    const part = { ...work, options: settings, inputPath: partPath, inputBytes, outputPath: encodedPath };
    if (tool === 'compress') await compressImage({ ...part, from: to });
    else await (writerOf(to) === 'sharp' ? convertImage : convertWithFallback)({ ...part, from: 'png' });
    const { size: encodedBytes } = await stat(encodedPath);
    const encoded = { ...work, from: to, options: { page: 1 }, inputPath: encodedPath };
    const { picture } = await previewImage(encoded);
    return { picture: { ...scaledTo, ...picture, encodedBytes } };
  } finally {
    await Promise.all([partPath, encodedPath].map(async (file) => rm(file, { force: true })));
  }
}

/** Writes a part of the image as an uncompressed PNG with its color profile. */
async function cutOut(
  inputPath: string,
  partPath: string,
  region: z.infer<typeof trialOptions>['region'],
  scaledTo: z.infer<typeof trialOptions>['scaledTo'],
): Promise<void> {
  const { image, metadata } = await openImage(inputPath);
  const part = image.extract(region).resize({ ...scaledTo, fit: 'fill' });
  const kept =
    metadata.space === 'cmyk' ? part : keepMetadataAndDepth(part, metadata, { metadata: 'stripAll' });
  try {
    await kept.png({ compressionLevel: 0 }).toFile(partPath);
  } catch (error) {
    throw imageError(error);
  }
}
