import * as z from 'zod/mini';
import { fault } from '../../contract/fault.ts';
import { optionPatterns } from '../../contract/options.ts';
import { ConversionError } from '../api/conversionError.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { pictures } from '../documents/documents.ts';
import { lossless, qualityFor, tiffCompression } from '../images/options.ts';

/** Default resolution of drawn pages, in pixels per inch. */
export const defaultDensity = 144;

export const pages = option(z.string().check(z.maxLength(1000), z.regex(optionPatterns.pages)), {
  description: 'Pages to convert, such as 1-3, 5',
  unset: 'All',
});

const pageAnchors = option(z.boolean(), {
  description: 'Anchors at the start of each page, for links such as #page-3',
  default: false,
});

/** Options that apply to every target. */
export const commonOptions = {
  pages,
  password: option(z.string().check(z.minLength(1), z.maxLength(127)), {
    description: 'Password of a protected document',
    unset: 'None',
  }),
};

/** Returns the options for converting to flowing text. Only Markdown and HTML support invisible anchors. */
export function reflowOptionsOf(to: string): OptionShape {
  return { ...commonOptions, pictures, ...(to === 'md' || to === 'html' ? { pageAnchors } : {}) };
}

const picture = {
  density: option(z.int().check(z.minimum(18), z.maximum(1200)), {
    description: 'Resolution of the rendered pages',
    default: defaultDensity,
  }),
};

const perTarget = {
  png: picture,
  jpg: { ...picture, quality: qualityFor('jpg') },
  webp: { ...picture, quality: qualityFor('webp'), lossless },
  avif: { ...picture, quality: qualityFor('avif'), lossless },
  tiff: { ...picture, compression: tiffCompression },
  txt: {},
} as const satisfies Readonly<Record<string, OptionShape>>;

type PdfTarget = keyof typeof perTarget;

/** The options of all targets. */
export const pdfOptions = z.object({
  ...commonOptions,
  ...perTarget.webp,
  ...perTarget.tiff,
  pageAnchors,
  pictures,
});

export type PdfOptions = z.infer<typeof pdfOptions>;

/** Returns the options for drawing pages of an unencrypted PDF, which needs no password. */
export function pageOptions(to: PdfTarget): OptionsSchema {
  return strictOptions({ pages: commonOptions.pages, ...perTarget[to] });
}

export function conversionOptions(to: PdfTarget): OptionsSchema {
  return strictOptions({ ...commonOptions, ...perTarget[to] });
}

/**
 * Returns the indexes, starting at 0, of the pages in ranges such as `1-3,5` or `7-`, in ascending order. Returns all
 * pages if `ranges` is undefined.
 * @throws ConversionError `conversion.invalid_input` if none of the pages exists
 */
export function selectPages(
  ranges: string | undefined,
  count: number,
  kind: 'pdf' | 'image' = 'pdf',
): number[] {
  const spans = (ranges ?? '1-').split(',').map((range) => {
    const [first, last = first] = range.split('-').map((side) => side.trim());
    return { first: Number(first), last: last === '' ? count : Number(last) };
  });
  const pages = Array.from({ length: count }, (_, index) => index).filter((index) =>
    spans.some(({ first, last }) => first <= index + 1 && index + 1 <= last),
  );
  if (pages.length > 0) return pages;
  throw new ConversionError(
    count === 0 ? fault(`${kind}.noPages`) : fault(`${kind}.noSuchPages`, ranges ?? ''),
  );
}
