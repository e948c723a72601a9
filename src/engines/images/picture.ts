import type { Metadata, Sharp } from 'sharp';
import type { MaxSize } from './size.ts';
import type { ImageCompressionOptions } from './options.ts';

/** An image to compress. */
export interface ImageToCompress {
  readonly source: string | Buffer;
  readonly format: string;
  readonly metadata: Metadata;
  readonly bytes: number;
  /** Reopens it with all its frames. */
  readonly open: () => Promise<Sharp>;
}

/** Requirements for a smaller image; without a quality or a limit, it is visually lossless. */
export interface Wishes extends Pick<ImageCompressionOptions, 'quality' | 'lossless' | 'metadata'>, MaxSize {
  /** The maximum size; if that is impossible, the result is as small as possible. */
  readonly mostBytes?: number;
  /** True to keep the stored orientation, for readers that ignore orientation tags. */
  readonly asItLies?: boolean;
}

/** An image set to be written with all metadata of its source, or only its profile, and with its depth. */
export function keepEverything(image: Sharp, { space, depth }: Metadata, { metadata }: Wishes): Sharp {
  const kept = metadata === 'stripAll' ? image.keepIccProfile() : image.keepMetadata();
  if (depth === 'ushort') return kept.toColorspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return space === 'b-w' ? kept.toColorspace('b-w') : kept;
}
