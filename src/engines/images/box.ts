import type { Metadata } from 'sharp';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The box to fit an image into; a missing side is unlimited. */
export interface MaxSize {
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** The size of one frame, upright or as stored. */
export function frameSize({ width, height, pageHeight, autoOrient }: Metadata, asItLies = false): Size {
  if (pageHeight !== undefined) return { width, height: pageHeight };
  return asItLies ? { width, height } : { width: autoOrient.width, height: autoOrient.height };
}

/** The largest size within the box with the proportions of `size`, never enlarged; at least one pixel per side. */
export function sizeWithin({ width, height }: Size, { maxWidth, maxHeight }: MaxSize): Size {
  const share = Math.min(1, (maxWidth ?? width) / width, (maxHeight ?? height) / height);
  return scaled({ width, height }, share);
}

export function isWithin(size: Size, box: MaxSize): boolean {
  return size.width <= (box.maxWidth ?? Infinity) && size.height <= (box.maxHeight ?? Infinity);
}

export function scaled({ width, height }: Size, share: number): Size {
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}
