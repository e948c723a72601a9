import type { Metadata } from 'sharp';
import { own } from '../../../util/own.ts';
import { icnsSizes } from '../icns/types.ts';
import type { ImageOptions } from '../options.ts';

/** Usual sizes of icons: ICO for Windows and browsers, ICNS for macOS. */
const usualSizes: Readonly<Record<string, readonly number[]>> = {
  ico: [16, 24, 32, 48, 64, 128, 256],
  icns: icnsSizes,
};

/** True if files of this format contain the same picture in several sizes. */
export function isIcon(to: string): boolean {
  return own(usualSizes, to) !== undefined;
}

/** Returns the requested sizes of an icon, or else the usual ones that aren't larger than the image. */
export function iconSizes(
  to: string,
  { width, height, format }: Metadata,
  { sizes }: ImageOptions,
): readonly number[] {
  if (sizes !== undefined) return [...new Set(sizes)].toSorted((a, b) => a - b);
  const side = Math.max(width, height);
  const usual = own(usualSizes, to) ?? [];
  const fitting = usual.filter((size) => format === 'svg' || size <= side);
  if (fitting.length > 0) return fitting;
  return [to === 'icns' ? Math.min(...usual) : side];
}
