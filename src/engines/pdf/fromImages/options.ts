import * as z from 'zod/mini';
import { optionPatterns } from '../../../contract/optionPatterns.ts';
import { own } from '../../../util/own.ts';
import { type OptionShape, type OptionsSchema, strictOptions } from '../../api/options.ts';
import { paperOptions } from '../../lib/paper.ts';

/** What may be asked of pages that are made of pictures. */
export const pageOptions = {
  /** Without a paper, the page is as large as the picture; unless it is named, the paper lies as the picture does. */
  ...paperOptions,
  /** Pixels an inch, in place of what the picture says. */
  density: z.optional(z.int().check(z.minimum(18), z.maximum(2400))),
  /** That of a JPEG, which pictures are encoded as where it is named. */
  quality: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
};

/** Whether EXIF and XMP stay in a JPEG. */
export const metadata = z.optional(z.enum(['keep', 'stripAll']));
/** Keeps lossy pictures from becoming a JPEG once more. */
export const lossless = z.optional(z.boolean());

const perSource: Readonly<Record<string, OptionShape>> = {
  jpg: { metadata },
  zip: { metadata, lossless },
  cbz: { metadata, lossless },
  tiff: {
    pages: z.optional(z.string().check(z.maxLength(1000), z.regex(optionPatterns.pages))),
  },
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
