import type { Metadata } from 'sharp';
import type { ImageOptions } from '../options.ts';

/** What Windows and browsers ask an icon for. */
const usualSizes = [16, 24, 32, 48, 64, 128, 256];

/** The sizes of an icon: those that are asked for, or the usual ones up to that of the image. */
export function iconSizes({ width, height, format }: Metadata, { sizes }: ImageOptions): readonly number[] {
  if (sizes !== undefined) return [...new Set(sizes)].toSorted((a, b) => a - b);
  const side = Math.max(width, height);
  const fitting = usualSizes.filter((size) => format === 'svg' || size <= side);
  return fitting.length === 0 ? [side] : fitting;
}
