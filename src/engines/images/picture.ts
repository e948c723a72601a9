import type { Metadata, Sharp } from 'sharp';
import type { MaxSize } from './size.ts';
import type { ImageCompressionOptions } from './options.ts';

export interface ImageToCompress {
  readonly source: string | Buffer;
  readonly format: string;
  readonly metadata: Metadata;
  readonly bytes: number;
  /** Reopens the image with all its frames. */
  readonly open: () => Promise<Sharp>;
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
  { space, depth }: Metadata,
  { metadata }: CompressionRequirements,
): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColorspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColorspace('b-w') : kept;
}
