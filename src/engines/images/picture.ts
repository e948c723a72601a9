import type { Metadata, Sharp } from 'sharp';
import type { Pixels } from './halvedColors.ts';
import { type ImageSize, imageError } from './open.ts';
import type { ImageCompressionOptions } from './options.ts';

export interface ImageToCompress {
  readonly source: string | Buffer;
  readonly format: string;
  readonly metadata: Metadata;
  readonly bytes: number;
  /** Reopens the image with all its frames. */
  readonly open: () => Sharp;
  /** The pixels to encode in their own size, if they differ. */
  readonly toEncode?: Pixels | undefined;
}

/** Requirements for the compressed image. Without a quality or a size limit, it is visually lossless. */
export interface CompressionRequirements
  extends Pick<ImageCompressionOptions, 'quality' | 'lossless' | 'metadata'>, MaxSize {
  /** Maximum size in bytes. If it can't be met, the result is as small as possible. */
  readonly maxBytes?: number;
  /** True to keep the stored orientation, for readers that ignore orientation tags. */
  readonly keepOrientation?: boolean;
}

/** Sets an image to be written with the bit depth and all metadata of its source, or only with its color profile. */
export function keepMetadataAndDepth(
  image: Sharp,
  { space, depth, ...described }: Metadata,
  { metadata }: CompressionRequirements,
): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : keepMetadata(image, described);
  if (depth === 'ushort') return kept.toColorspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColorspace('b-w') : kept;
}

/** For an image without EXIF data, libvips would make up some if told to keep it. */
function keepMetadata(image: Sharp, { format, exif, iptc, comments }: Partial<Metadata>): Sharp {
  const hasOther = format === 'gif' || [exif, iptc, comments].some((each) => each !== undefined);
  return hasOther ? image.keepMetadata() : image.keepIccProfile().keepXmp();
}

/** A box to fit an image into. An unset side is unlimited. */
interface MaxSize {
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** Returns the size of one frame, either upright or as stored. */
export function frameSize({ width, height, pageHeight, autoOrient }: Metadata, asStored = false): ImageSize {
  if (pageHeight !== undefined) return { width, height: pageHeight };
  return asStored ? { width, height } : { width: autoOrient.width, height: autoOrient.height };
}

/**
 * Returns the largest size that fits the box and has the proportions of `size`. Never enlarges, and keeps at least one
 * pixel per side.
 */
export function sizeWithin({ width, height }: ImageSize, { maxWidth, maxHeight }: MaxSize): ImageSize {
  const share = Math.min(1, (maxWidth ?? width) / width, (maxHeight ?? height) / height);
  return scaled({ width, height }, share);
}

export function isWithin(size: ImageSize, limits: MaxSize): boolean {
  return size.width <= (limits.maxWidth ?? Infinity) && size.height <= (limits.maxHeight ?? Infinity);
}

export function scaled({ width, height }: ImageSize, share: number): ImageSize {
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** A preview tab may hold two pictures of this size, with 160 MB of memory each. */
const maxPreviewPixels = 40_000_000;
/** Browsers draw longer sides slowly or not at all. */
const maxPreviewSide = 16_000;

/**
 * Returns the size of an image's preview: the image's own size, or the largest size with the same proportions within
 * the limits.
 */
export function previewSize({ width, height }: ImageSize): ImageSize {
  const scale = Math.min(
    1,
    Math.sqrt(maxPreviewPixels / (width * height)),
    maxPreviewSide / Math.max(width, height),
  );
  const side = (length: number): number => Math.max(1, Math.floor(length * scale));
  return scale === 1 ? { width, height } : { width: side(width), height: side(height) };
}

/**
 * Writes a PNG with little compression, because it is read immediately.
 * @throws ConversionError
 */
export async function writePreview(image: Sharp, outputPath: string): Promise<void> {
  try {
    await image.png({ compressionLevel: 1 }).toFile(outputPath);
  } catch (error) {
    throw imageError(error);
  }
}
