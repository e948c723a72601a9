import { oneCredit } from '../api/cost.ts';
import type { CompressionRow, ConversionRow } from '../api/row.ts';
import { onceEach } from '../lib/onceEach.ts';
import { dropsOf, readsBy, sources, targets, writesBy } from './formats.ts';
import { compressionOptions, conversionOptions } from './options.ts';

/** Targets whose pixels are not just those of the source, even where they drop nothing. */
const lossyTargets = new Set(['jpg', 'webp', 'avif', 'gif', 'jxl', 'jng', 'dds', 'cin', 'xpm']);

const optionsOf = onceEach(conversionOptions);

export const imageConversions: readonly ConversionRow[] = sources.flatMap((from) =>
  targets
    .filter((to) => to !== from)
    .map((to) => ({
      from,
      to,
      engine: readsBy(from, 'sharp') && writesBy(to, 'sharp') ? 'image' : 'magick',
      lossy: lossyTargets.has(to),
      drops: dropsOf(from, to),
      cost: oneCredit,
      options: optionsOf(to),
    })),
);

export const imageCompressions: readonly CompressionRow[] = (
  ['jpg', 'png', 'webp', 'avif', 'gif'] as const
).map((format) => ({
  format,
  engine: 'imageCompression',
  lossy: true,
  cost: oneCredit,
  options: compressionOptions,
}));
