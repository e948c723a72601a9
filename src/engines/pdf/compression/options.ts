import * as z from 'zod/mini';
import { option, strictOptions } from '../../api/options.ts';
import { losslessWithout } from '../../lib/compression/lossless.ts';
import { sizeLimitShape } from '../../lib/compression/sizeLimits.ts';
import { qualityOption } from '../../lib/qualityOption.ts';

/** Pixels an inch, at the size at which a picture is drawn. */
export const sufficientDensity = 300;

const shape = {
  quality: qualityOption({ unset: 'As good as it takes for nobody to see a difference' }),
  lossless: option(z.boolean(), {
    description: 'Only changes that lose nothing: every picture keeps its pixels.',
    default: false,
  }),
  density: option(z.int().check(z.minimum(72), z.maximum(1200)), {
    description: 'How many pixels a picture needs on an inch of the page; those of more get fewer.',
    default: sufficientDensity,
  }),
  ...sizeLimitShape,
};

/** Every option of the compression of a PDF. */
export const pdfCompressionOptions = z.object(shape);

export type PdfCompressionOptions = z.infer<typeof pdfCompressionOptions>;

export const checkedCompressionOptions = strictOptions(shape).check(losslessWithout('quality'));
