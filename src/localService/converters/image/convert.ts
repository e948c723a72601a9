import type { Metadata, Sharp } from 'sharp';
import { ConversionError } from '../conversionError.ts';
import type { Work } from '../work.ts';
import { encode } from './encode.ts';
import { cssSize, imageError, openImage } from './open.ts';
import { type ImageOptions, imageOptions } from './options.ts';

/** Targets that hold more than one image, as frames or as pages. */
const manyImages = new Set(['webp', 'gif', 'tiff']);
const depth16 = new Set(['png', 'tiff']);

/** Converts one image into another format: upright, with its colour profile, and its frames where the target has any. */
export async function convertImage({ from, to, options, inputPath, outputPath }: Work): Promise<void> {
  const wanted = imageOptions.parse(options);
  // The pages of a tiff are pictures of their own and would make no animation.
  const animated = manyImages.has(to) && from !== 'tiff';
  const { image, metadata } = await openImage(inputPath, { animated });
  checkSize(to, metadata);
  try {
    const kept = keep(image, to, metadata, wanted);
    await encode(resized(kept, metadata, wanted), to, wanted).toFile(outputPath);
  } catch (error) {
    throw imageError(error);
  }
}

/** Keeps what the target can carry of the profile, the metadata and the depth of the source. */
function keep(
  image: Sharp,
  to: string,
  metadata: Metadata,
  { stripMetadata, background }: ImageOptions,
): Sharp {
  let kept = stripMetadata ? image : image.keepExif().keepXmp();
  const grey = metadata.space === 'b-w' || metadata.space === 'grey16';
  // A gif has no profile: its pixels are turned into sRGB. So are those of inks and of a grey profile, which
  // would not fit the three channels that most targets write.
  const rgb = metadata.space === 'srgb' || metadata.space === 'rgb16';
  if (to !== 'gif' && metadata.icc !== undefined && rgb) kept = kept.keepIccProfile();
  if (metadata.depth === 'ushort' && depth16.has(to)) kept = kept.toColourspace(grey ? 'grey16' : 'rgb16');
  else if (grey && metadata.icc === undefined) kept = kept.toColourspace('b-w');
  return to === 'jpg' ? kept.flatten({ background: background ?? '#ffffff' }) : kept;
}

/** Fits an image into the wanted box. A drawing has no size of its own and may grow: libvips draws it anew. */
function resized(image: Sharp, metadata: Metadata, { width, height }: ImageOptions): Sharp {
  const isDrawing = metadata.format === 'svg';
  if (width !== undefined || height !== undefined) {
    const box = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
    return image.resize({ ...box, fit: 'inside', withoutEnlargement: !isDrawing });
  }
  return isDrawing ? image.resize({ ...cssSize(metadata), fit: 'fill' }) : image;
}

/** Widths and heights that a format can't express, which libvips reports in terms of its own. */
const maxSidePixels: Readonly<Record<string, number>> = { webp: 16_383, jpg: 65_500, gif: 65_535 };

function checkSize(to: string, { width, height, pageHeight }: Metadata): void {
  const most = maxSidePixels[to];
  if (most === undefined || Math.max(width, pageHeight ?? height) <= most) return;
  throw new ConversionError('conversion.limit_exceeded', `A ${to} image has at most ${most} pixels a side.`);
}
