import * as z from 'zod/mini';
import { type Compression, type EngineDescription, oneCredit } from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { sizeLimitShape } from '../lib/compressionOptions.ts';

export const svgCompressionOptions = strictOptions({
  lossless: option(z.boolean(), {
    description: 'Only invisible parts are removed; numbers and shapes stay the same',
    default: false,
  }),
  ...sizeLimitShape,
});

const svgCompressions = (): readonly Compression[] => [
  { format: 'svg', lossy: false, cost: oneCredit, options: () => svgCompressionOptions },
];

/** Compresses SVGs with SVGO. */
export const svg = {
  id: 'svgCompression',
  load: async () => (await import('./compress.ts')).compressSvg,
  time: 'values',
  memory: 'values',
  compressions: svgCompressions,
} as const satisfies EngineDescription;
