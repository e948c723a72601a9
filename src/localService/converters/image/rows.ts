import { oneCredit } from '../cost.ts';
import type { CompressionRow, ConversionRow } from '../row.ts';
import { compressionOptions, conversionOptions } from './options.ts';

/** What a format can hold. A conversion drops what its source may hold and its target can't. */
const holds = {
  jpg: ['colors', 'metadata'],
  png: ['transparency', 'partialTransparency', 'colors', 'depth', 'metadata'],
  webp: ['transparency', 'partialTransparency', 'colors', 'animation', 'metadata'],
  avif: ['transparency', 'partialTransparency', 'colors', 'metadata'],
  gif: ['transparency', 'animation'],
  tiff: ['transparency', 'partialTransparency', 'colors', 'depth', 'pages'],
  svg: ['transparency', 'partialTransparency', 'colors', 'vector'],
} as const;

type ImageFormat = keyof typeof holds;

const sources = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg'] as const satisfies ImageFormat[];
const targets = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const satisfies ImageFormat[];
const lossyTargets = new Set<ImageFormat>(['jpg', 'webp', 'avif', 'gif']);

function drops(from: ImageFormat, to: ImageFormat): string[] {
  const kept: readonly string[] = holds[to];
  return holds[from].filter((each) => !kept.includes(each));
}

export const imageConversions: readonly ConversionRow[] = sources.flatMap((from) =>
  targets
    .filter((to) => to !== from)
    .map((to) => ({
      from,
      to,
      engine: 'image',
      lossy: lossyTargets.has(to),
      drops: drops(from, to),
      cost: oneCredit,
      options: conversionOptions(to),
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
