import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import { option, strictOptions } from '../api/options.ts';
import type { CompressionRow } from '../api/row.ts';
import { sizeLimitShape } from '../lib/compression/sizeLimits.ts';

export const svgCompressionOptions = strictOptions({
  lossless: option(z.boolean(), {
    description:
      'Leave out only what is never drawn: no number is rounded and no shape is written otherwise.',
    default: false,
  }),
  ...sizeLimitShape,
});

export const svgCompressions = (): readonly CompressionRow[] => [
  { format: 'svg', lossy: false, cost: oneCredit, options: () => svgCompressionOptions },
];
