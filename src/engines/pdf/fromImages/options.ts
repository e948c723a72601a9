import * as z from 'zod/mini';
import { own } from '../../../util/own.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../../api/options.ts';
import { lossless } from '../../images/options.ts';
import { picturePaperOptions } from '../../lib/paper.ts';
import { qualityOption } from '../../lib/qualityOption.ts';
import { pages } from '../options.ts';

/** The options of pages made from pictures. */
export const pageOptions = {
  ...picturePaperOptions,
  density: option(z.int().check(z.minimum(18), z.maximum(2400)), {
    description: 'Picture pixels per inch of the page',
    unset: 'Resolution stored in the picture',
  }),
  /** That of a JPEG, which pictures are encoded as where it is named. */
  quality: qualityOption({ unset: 'Original appearance' }),
};

/** A place alone can't be taken out of the JPEG in a page. */
export const ofJpeg = option(z.enum(['keep', 'stripAll']), {
  description: 'Metadata of a JPEG: camera, date, location, author',
  default: 'keep',
});

const perSource: Readonly<Record<string, OptionShape>> = {
  jpg: { metadata: ofJpeg },
  zip: { metadata: ofJpeg, lossless },
  cbz: { metadata: ofJpeg, lossless },
  tiff: { pages },
};

/** Formats whose pictures have flaws already, so that a JPEG of high quality does them no harm that shows. */
export const lossySources: ReadonlySet<string> = new Set(['webp', 'avif', 'heic', 'jxl']);

/** Every option that some source allows. */
export const imagePdfOptions = z.object({
  ...pageOptions,
  lossless,
  metadata: z.optional(z.string()),
  pages: z.optional(z.string()),
});

export type ImagePdfOptions = z.infer<typeof imagePdfOptions>;

/** The options of a conversion from the format. */
export function optionsOf(from: string): OptionsSchema {
  return strictOptions({
    ...pageOptions,
    ...own(perSource, from),
    ...(lossySources.has(from) ? { lossless } : {}),
  });
}
