import * as z from 'zod/mini';
import { ownValue } from '../../../util/ownValue.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../../api/options.ts';
import { sources } from '../../images/formats.ts';
import { lossless } from '../../images/options.ts';
import { picturePaperOptions } from '../../lib/paper.ts';
import { qualityOption } from '../../lib/compressionOptions.ts';
import { pages } from '../options.ts';

/** Vector drawings would be rasterized, which users wouldn't want in a PDF. */
const drawings = new Set(['svg']);

/** Image formats that can become pages of a PDF. */
export const readable: ReadonlySet<string> = new Set(sources.filter((from) => !drawings.has(from)));

/** ZIP archives whose pictures become pages, including comic books (CBZ). */
export const pictureArchives = ['zip', 'cbz'] as const;

/** Options for pages that contain pictures. */
export const pageOptions = {
  ...picturePaperOptions,
  density: option(z.int().check(z.minimum(18), z.maximum(2400)), {
    description: 'Image pixels per inch of the page',
    unset: 'Resolution stored in the image',
  }),
  /** Quality for re-encoding as JPEG. Unset means that pictures look like the original. */
  quality: qualityOption({ unset: 'Original appearance' }),
};

/** There is no `stripLocation`, because the location can't be removed separately from an embedded JPEG. */
export const jpegMetadataOption = option(z.enum(['keep', 'stripAll']), {
  description: 'Metadata of a JPEG: camera, date, location, author',
  default: 'keep',
});

const perSource: Readonly<Record<string, OptionShape>> = {
  jpg: { metadata: jpegMetadataOption },
  zip: { metadata: jpegMetadataOption, lossless },
  cbz: { metadata: jpegMetadataOption, lossless },
  tiff: { pages },
};

/** Formats whose pictures usually have compression artifacts already, so a high-quality JPEG does no visible harm. */
export const lossySources: ReadonlySet<string> = new Set(['webp', 'avif', 'heic', 'jxl']);

/** The options of all source formats. */
export const imagePdfOptions = z.object({
  ...pageOptions,
  lossless,
  metadata: z.optional(z.string()),
  pages: z.optional(z.string()),
});

export type ImagePdfOptions = z.infer<typeof imagePdfOptions>;

export function optionsOf(from: string): OptionsSchema {
  return strictOptions({
    ...pageOptions,
    ...ownValue(perSource, from),
    ...(lossySources.has(from) ? { lossless } : {}),
  });
}
