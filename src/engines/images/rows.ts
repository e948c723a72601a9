import { oneCredit } from '../api/cost.ts';
import type { CompressionRow, ConversionRow } from '../api/row.ts';
import { onceEach } from '../lib/onceEach.ts';
import { lossesOf, readerOf, sources, targets, writerOf } from './formats.ts';
import { compressionOptions, conversionOptions } from './options.ts';

/** Targets whose pixels are not just those of the source, even where they drop nothing. */
const lossyTargets = new Set(['jpg', 'webp', 'avif', 'gif', 'jxl', 'jng', 'dds', 'cin', 'xpm']);

const optionsOf = onceEach(conversionOptions);

const conversions: readonly ConversionRow[] = sources.flatMap((from) =>
  targets
    .filter((to) => to !== from)
    .map((to) => ({
      from,
      to,
      lossy: lossyTargets.has(to),
      losses: lossesOf(from, to),
      cost: oneCredit,
      options: optionsOf(to),
    })),
);

export const imageConversions = conversions.filter(isByLibvips);
export const magickConversions = conversions.filter((row) => !isByLibvips(row));

export const imageCompressions: readonly CompressionRow[] = (
  ['jpg', 'png', 'webp', 'avif', 'gif'] as const
).map((format) => ({
  format,
  lossy: true,
  cost: oneCredit,
  options: compressionOptions,
}));

function isByLibvips({ from, to }: ConversionRow): boolean {
  return readerOf(from) === 'sharp' && writerOf(to) === 'sharp';
}
