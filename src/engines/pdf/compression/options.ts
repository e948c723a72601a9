import * as z from 'zod/mini';
import { option, strictOptions } from '../../api/options.ts';
import { losslessWithout } from '../../lib/lossless.ts';
import { sizeLimitShape } from '../../lib/sizeLimits.ts';
import { qualityOption } from '../../lib/qualityOption.ts';

/** Default resolution of pictures at their drawn size, in pixels per inch. */
export const defaultPictureDensity = 300;

const shape = {
  quality: qualityOption({ unset: 'Visually lossless' }),
  lossless: option(z.boolean(), {
    description: 'Only lossless changes; pictures keep their pixels',
    default: false,
  }),
  density: option(z.int().check(z.minimum(72), z.maximum(1200)), {
    description: 'Maximum resolution of pictures on the page; larger ones are scaled down',
    default: defaultPictureDensity,
  }),
  ...sizeLimitShape,
};

export const pdfCompressionOptions = z.object(shape);

export type PdfCompressionOptions = z.infer<typeof pdfCompressionOptions>;

export const checkedCompressionOptions = strictOptions(shape).check(losslessWithout('quality'));
