import * as z from 'zod/mini';
import { option, strictOptions } from '../../api/options.ts';

/** Pixels an inch, at the size at which a picture is drawn. */
export const sufficientDensity = 300;

export const pdfCompressionOptions = strictOptions({
  lossless: option(z.boolean(), {
    description: 'Only changes that lose nothing: every picture keeps its pixels.',
    default: false,
  }),
  density: option(z.int().check(z.minimum(72), z.maximum(1200)), {
    description: 'How many pixels a picture needs on an inch of the page; those of more get fewer.',
    default: sufficientDensity,
  }),
});
