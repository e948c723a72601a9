import * as z from 'zod/mini';
import { strictOptions } from '../../api/options.ts';

export const pdfCompressionOptions = strictOptions({
  /** Only changes that lose nothing: every picture keeps its pixels. */
  lossless: z.optional(z.boolean()),
  /** Pixels an inch, at the size at which it is drawn, that a picture needs no more of. */
  density: z.optional(z.int().check(z.minimum(72), z.maximum(1200))),
});
