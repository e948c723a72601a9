import * as z from 'zod/mini';
import { oneCredit } from '../cost.ts';
import type { CompressionRow } from '../row.ts';

export const svgCompressions: readonly CompressionRow[] = [
  { format: 'svg', engine: 'svgCompression', lossy: false, cost: oneCredit, options: z.strictObject({}) },
];
