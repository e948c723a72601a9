import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import { strictOptions } from '../api/options.ts';
import type { CompressionRow } from '../api/row.ts';

export const svgCompressionOptions = strictOptions({
  /** Leave out only what is never drawn: no number is rounded and no shape is written otherwise. */
  lossless: z.optional(z.boolean()),
});

export const svgCompressions = (): readonly CompressionRow[] => [
  { format: 'svg', lossy: false, cost: oneCredit, options: svgCompressionOptions },
];
