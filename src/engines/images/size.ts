import type { Metadata } from 'sharp';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A box to fit an image into. An unset side is unlimited. */
export interface MaxSize {
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
