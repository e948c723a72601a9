import type { Metadata } from 'sharp';
import * as z from 'zod/mini';
import type { Work, WorkResult } from '../../api/work.ts';
import { cssSize, openImage } from '../open.ts';
import { previewSize, type Size, writePreview } from '../previewPicture.ts';
import { readable } from './readable.ts';

/** Counted from 1; a TIFF alone has more than one that are pictures of their own. */
const previewOptions = z.object({ page: z.int().check(z.minimum(1)) });

/**
 * Makes a PNG to look at of any image: upright, in sRGB, the first frame, without metadata, and no larger than what a tab can
 * hold. Tells the size of the image itself. @throws ConversionError
 */
export async function previewImage({ from, options, inputPath, outputPath }: Work): Promise<WorkResult> {
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

/** As it is seen: a drawing in the size that browsers give it, a photo upright. */
function sizeOf(metadata: Metadata): Size {
  if (metadata.format === 'svg') return cssSize(metadata);
  const { width, height } = metadata.autoOrient;
  return { width, height };
}
