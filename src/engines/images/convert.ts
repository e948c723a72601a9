import { writeFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import type { EngineTask } from '../api/task.ts';
import { transparentWebp } from '../lib/webpChunks.ts';
import { ConversionError } from '../api/conversionError.ts';
import { convertAnimatedAvif } from './animation/animatedAvif.ts';
import { apngOf, convertAnimatedPng } from './animation/apng.ts';
import { encode } from './encoders.ts';
import { imageError, useThreads, cssSize, openImage } from './open.ts';
import { type ImageOptions, imageOptions } from './options.ts';
import { writes } from './formats.ts';
import { withoutLocation } from './clean.ts';
import type { ImageMetadata } from './imageMetadata.ts';

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
}: EngineTask): Promise<void> {
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

interface PreparedImage {
  readonly image: Sharp;
  readonly metadata: Metadata;
  readonly isAnimation: boolean;
  /** The metadata to write. `image` passes metadata on only if libvips encodes it. */
  readonly keptMetadata: ImageMetadata;
}

/**
 * Prepares an image for the target's encoder: rotates it upright, resizes it, and drops what the target doesn't
 * support.
 * @throws ConversionError
 */
export async function prepare(
  input: string | Uint8Array,
  from: string,
  to: string,
  options: ImageOptions,
): Promise<PreparedImage> {
  // The pages of a TIFF are treated as separate pictures, not as an animation.
  const animated = writes(to, 'animation') && from !== 'tiff';
  const isPng = from === 'png' || from === 'apng';
  const source = (animated && isPng ? await convertAnimatedPng(input, to) : undefined) ?? input;
  const opened = await openImage(source, { animated });
  const { image, metadata } =
    options.metadata === 'stripLocation' ? await withoutLocation(source, opened, { animated }) : opened;
  checkSize(to, metadata);
  const prepared = resized(keep(image, to, metadata, options), to, metadata, options);
  const { icc, exif, xmp } = metadata;
  const keptMetadata = {
    ...(keepsProfile(to, metadata, options) ? { icc } : {}),
    ...(options.metadata === 'stripAll' ? {} : { exif, xmp }),
  };
  return {
    image: prepared,
    metadata,
    isAnimation: animated && (metadata.pages ?? 1) > 1,
    keptMetadata,
  };
}

/** The density of images that don't have any, in pixels per inch. */
const noDensity = 72;

/** Keeps the color profile, metadata, and bit depth of the source as far as the target supports them. */
function keep(image: Sharp, to: string, metadata: Metadata, options: ImageOptions): Sharp {
  const { exif, density = noDensity } = metadata;
  let kept = image;
  if ((options.metadata ?? 'keep') === 'keep') {
    kept = kept.keepXmp();
    // For an image without EXIF data, libvips makes up some, which is useful only if it tells the resolution.
    if (exif !== undefined || density !== noDensity) kept = kept.keepExif();
  }
  const gray = metadata.space === 'b-w' || metadata.space === 'grey16';
  if (keepsProfile(to, metadata, options)) kept = kept.keepIccProfile();
  if (metadata.depth === 'ushort' && writes(to, 'depth')) kept = kept.toColorspace(gray ? 'grey16' : 'rgb16');
  else if (gray && metadata.icc === undefined) kept = kept.toColorspace('b-w');
  return kept;
}

/**
 * True if the color profile is kept. If it isn't, pixels are converted to sRGB. CMYK and grayscale profiles are never
 * kept, because they don't fit the three channels of most targets.
 */
function keepsProfile(to: string, { icc, space }: Metadata, options: ImageOptions): boolean {
  const rgb = space === 'srgb' || space === 'rgb16';
  const wide = icc !== undefined && rgb && isWhole(icc) && options.profile !== 'srgb';
  return wide && writes(to, 'wideGamut');
}

/** True unless bytes follow the profile. Some cameras write such profiles, which PNG doesn't allow. */
function isWhole(icc: Buffer): boolean {
  return icc.length >= 4 && icc.readUInt32BE(0) === icc.length;
}

/**
 * Fits an image into the requested box and places it on the background. Vector drawings may be enlarged, because
 * libvips redraws them.
 */
function resized(image: Sharp, to: string, metadata: Metadata, options: ImageOptions): Sharp {
  const { fit = 'inside', padding = 0 } = options;
  const [width, height] = [options.width, options.height].map((side) => side && side - 2 * padding);
  const isDrawing = metadata.format === 'svg';
  const background = options.background ?? (writes(to, 'transparency') ? undefined : '#ffffff');
  const around = background ?? { r: 0, g: 0, b: 0, alpha: 0 };
  let fitted = image;
  if (width !== undefined || height !== undefined) {
    const box = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
    const withoutEnlargement = fit === 'inside' && !isDrawing;
    fitted = image.resize({ ...box, fit, withoutEnlargement, background: around });
  } else if (isDrawing) {
    fitted = image.resize({ ...cssSize(metadata), fit: 'fill' });
  }
  if (padding > 0) {
    const sides = { top: padding, bottom: padding, left: padding, right: padding };
    fitted = fitted.extend({ ...sides, background: around });
  }
  return background === undefined ? fitted : fitted.flatten({ background });
}

/** Maximum width and height for each format. They are checked here because errors of libvips don’t name them. */
const maxSidePixels: Readonly<Record<string, number>> = {
  webp: 16_383,
  jpg: 65_500,
  gif: 65_535,
};

function checkSize(to: string, { width, height, pageHeight }: Metadata): void {
  const most = ownValue(maxSidePixels, to);
  if (most === undefined || Math.max(width, pageHeight ?? height) <= most) return;
  throw new ConversionError(fault('image.side', to, most));
}
