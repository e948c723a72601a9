import type { Metadata } from 'sharp';
import * as z from 'zod/mini';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { cssSize, openImage } from '../open.ts';
import { previewSize, type PreviewSize, writePreview } from '../previewPicture.ts';
import { readable } from './readable.ts';

/** Starts at 1; only a TIFF has several independent pictures. */
const previewOptions = z.object({ page: z.int().check(z.minimum(1)) });

/**
 * Makes a PNG preview of an image: upright, in sRGB, the first frame, without metadata, and within the size that a tab
 * can hold. Returns the size of the image itself.
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

/** The displayed size: a drawing's in browsers, and a photo's when upright. */
function sizeOf(metadata: Metadata): PreviewSize {
  if (metadata.format === 'svg') return cssSize(metadata);
  const { width, height } = metadata.autoOrient;
  return { width, height };
}
