import { redrawnFormats } from '../../contract/formats/redrawn.ts';
import { once } from '../../util/once.ts';
import { oneCredit } from '../api/cost.ts';
import type { CompressionRow, ConversionRow } from '../api/row.ts';
import { onceEach } from '../lib/onceEach.ts';
import { lossesOf, readerOf, sources, targets, writerOf } from './formats.ts';
import { compressionOptions, conversionOptions } from './options.ts';

/** Targets whose pixels are not just those of the source, even where they drop nothing. */
const lossyTargets = new Set(['jpg', 'webp', 'avif', 'gif', 'jxl', 'jng', 'dds', 'cin', 'xpm']);

const optionsOf = onceEach(conversionOptions);

export const imageConversions = (): readonly ConversionRow[] => conversions(isByLibvips);
export const magickConversions = (): readonly ConversionRow[] =>
  conversions((from, to) => !isByLibvips(from, to));

export const imageCompressions = (): readonly CompressionRow[] =>
  (['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const).map((format) => ({
    format,
    lossy: format !== 'tiff',
    cost: oneCredit,
    options: once(() => compressionOptions(format)),
  }));

function conversions(includes: (from: string, to: string) => boolean): readonly ConversionRow[] {
  return sources.flatMap((from) =>
    targets
      .filter((to) => (to !== from || redrawnFormats.includes(to)) && includes(from, to))
      .map((to) => ({
        from,
        to,
        lossy: lossyTargets.has(to),
        losses: lossesOf(from, to),
        cost: oneCredit,
        options: () => optionsOf(to),
        ...(to === from ? { isUnlisted: true } : {}),
      })),
  );
}

function isByLibvips(from: string, to: string): boolean {
  return readerOf(from) === 'sharp' && writerOf(to) === 'sharp';
}
