import type { Metadata } from 'sharp';
import * as z from 'zod/mini';
import type { EngineTask, EngineResult } from '../../api/task.ts';
import { cssSize, type ImageSize, openImage } from '../open.ts';
import { previewSize, writePreview } from '../picture.ts';
import { readable } from './readable.ts';

// In the same bundle, so that ImageMagick's code is in it only once.
export { convertWithFallback } from './convert.ts';
export { encodePart } from './encodePart.ts';

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
}: EngineTask): Promise<EngineResult> {
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
