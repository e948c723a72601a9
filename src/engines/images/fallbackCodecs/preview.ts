import type { Metadata } from 'sharp';
import * as z from 'zod/mini';
import { rm, stat } from 'node:fs/promises';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { cssSize, type ImageSize, openImage, imageError, useThreads } from '../open.ts';
import { previewSize, writePreview, keepMetadataAndDepth } from '../picture.ts';
import { compressImage } from '../compress.ts';
import { convertImage } from '../convert.ts';
import { writerOf } from '../formats.ts';
import { readable } from './readable.ts';
import { convertWithFallback } from './convert.ts';

// In the same bundle, so that ImageMagick's code is in it only once.
export { convertWithFallback } from './convert.ts';

/** The page number starts at 1. Only a TIFF has more than one independent picture. */
const previewOptions = z.object({ page: z.int().check(z.minimum(1)) });

/**
 * Writes a PNG preview of an image: its first frame, upright, in sRGB, without metadata, and small enough for a tab.
 * Returns the size of the original image.
 * @throws ConversionError
 */
export async function previewImage({
  from,
  options,
  inputPath,
  outputPath,
}: EngineWork): Promise<WorkResult> {
  const { page } = previewOptions.parse(options);
  const isPaged = from === 'tiff';
  const input = await readable(inputPath, from, 'png');
  const { image, metadata } = await openImage(input, isPaged ? { page: page - 1 } : {});
  const size = sizeOf(metadata);
  const shown = previewSize(size);
  const isReduced = shown.width !== size.width;
  const isOtherSize = isReduced || metadata.format === 'svg';
  await writePreview(isOtherSize ? image.resize({ ...shown, fit: 'fill' }) : image, outputPath);
  const { pages = 1 } = metadata;
  const count = isPaged ? { pages } : pages > 1 ? { frames: pages } : {};
  return { picture: { ...size, isReduced, ...count } };
}

/** Returns the displayed size: the CSS size of an SVG, or the upright size of a photo. */
function sizeOf(metadata: Metadata): ImageSize {
  if (metadata.format === 'svg') return cssSize(metadata);
  const { width, height } = metadata.autoOrient;
  return { width, height };
}

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
