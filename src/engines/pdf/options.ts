import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/optionPatterns.ts';
import { type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';

const quality = z.optional(z.int().check(z.minimum(1), z.maximum(100)));

/** What may be asked of any PDF; the other options depend on the target. */
export const commonOptions = {
  pages: z.optional(z.string().check(z.maxLength(1000), z.regex(optionPatterns.pages))),
  /** Opens an encrypted document. */
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(127))),
};

const picture = {
  /** Pixels an inch. */
  density: z.optional(z.int().check(z.minimum(18), z.maximum(1200))),
};

const perTarget = {
  png: picture,
  jpg: { ...picture, quality },
  webp: { ...picture, quality, lossless: z.optional(z.boolean()) },
  avif: { ...picture, quality, lossless: z.optional(z.boolean()) },
  tiff: { ...picture, compression: z.optional(z.enum(['deflate', 'lzw', 'none'])) },
  txt: {},
} as const satisfies Readonly<Record<string, OptionShape>>;

export type PdfTarget = keyof typeof perTarget;

/** Every option that some target allows. */
export const pdfOptions = z.object({ ...commonOptions, ...perTarget.webp, ...perTarget.tiff });

export type PdfOptions = z.infer<typeof pdfOptions>;

/** The options of pages that come from elsewhere and are not encrypted. */
export function pageOptions(to: PdfTarget): OptionsSchema {
  return strictOptions({ pages: commonOptions.pages, ...perTarget[to] });
}

/** The options of a conversion into the format. */
export function conversionOptions(to: PdfTarget): OptionsSchema {
  return strictOptions({ ...commonOptions, ...perTarget[to] });
}
