import type { Metadata, Sharp } from 'sharp';

/** One way to re-encode an image so that it gets smaller. */
export interface EncodingCandidate {
  /** True if the encoding must not change any pixel. The search verifies this. */
  readonly lossless: boolean;
  readonly encode: (image: Sharp) => Sharp;
  /** A faster encoding with the same pixels, to try on a sample of the image. */
  readonly encodeSample?: (image: Sharp) => Sharp;
  /** An encoding of the same quality that is larger and differs less, but takes a tenth of the time. */
  readonly encodeQuickly?: (image: Sharp) => Sharp;
}

const lossy = (encode: (image: Sharp) => Sharp): EncodingCandidate => ({ lossless: false, encode });
const lossless = (encode: (image: Sharp) => Sharp): EncodingCandidate => ({ lossless: true, encode });

/**
 * JPEG qualities to try. In a test with 9 photos that had been saved as JPEGs once or twice, this quantization table
 * gave results at most 2.5 % larger than the best of mozjpeg's tables, and 10 % smaller than trying six qualities with
 * several tables. Below the lowest, drawn wallpapers and skies change visibly by Butteraugli's distance (1.0 to 1.3
 * instead of 0.8 to 1.1), which the mean similarity of their many even areas hides.
 */
const jpegQualities = Array.from({ length: 17 }, (_, index) => 80 + index);

function jpegCandidates(chromaSubsampling: '4:2:0' | '4:4:4'): readonly EncodingCandidate[] {
  return jpegQualities.map((quality) => {
    const options = { quality, chromaSubsampling, quantisationTable: 2 };
    return {
      lossless: false,
      encode: (image) => image.jpeg({ ...options, mozjpeg: true }),
      encodeSample: (image) => image.jpeg({ ...options, mozjpeg: true, optimiseScans: false }),
      encodeQuickly: (image) => image.jpeg({ ...options, optimiseCoding: false }),
    };
  });
}

const losslessWebp = lossless((image) => image.webp({ lossless: true, exact: true }));

/**
 * Returns lists of candidates for a format, in each the one with the smallest output first. Later ones preserve more
 * quality; a later list preserves what an earlier one can't. Lossless PNG compression isn't included, because oxipng
 * does it.
 */
export function candidatesFor(
  format: string,
  metadata: Metadata,
  onlyLossless: boolean,
): readonly (readonly EncodingCandidate[])[] {
  const lists = byFormat(format, metadata);
  if (!onlyLossless) return lists;
  return lists
    .map((list) => list.filter((candidate) => candidate.lossless))
    .filter((list) => list.length > 0);
}

function byFormat(
  format: string,
  { depth, chromaSubsampling }: Metadata,
): readonly (readonly EncodingCandidate[])[] {
  switch (format) {
    case 'jpg':
      return [jpegCandidates('4:2:0'), ...(chromaSubsampling === '4:2:0' ? [] : [jpegCandidates('4:4:4')])];
    case 'png':
      // A palette would reduce a 16-bit image to 8 bits per channel.
      if (depth === 'ushort') return [];
      // With full dithering, photos get larger and look worse.
      return [[lossy((image) => image.png({ palette: true, quality: 80, dither: 0.5, effort: 7 }))]];
    case 'webp':
      return [[...[80, 88, 92].map((quality) => lossy((image) => image.webp({ quality }))), losslessWebp]];
    case 'avif':
      return [[50, 60, 66].map((quality) => lossy((image) => image.avif({ quality, effort: 2 })))];
    case 'gif':
      return [
        [
          lossy((image) => image.gif({ interFrameMaxError: 16, colours: 128 })),
          lossy((image) => image.gif({ interFrameMaxError: 8 })),
          lossy((image) => image.gif({})),
        ],
      ];
    default:
      throw new Error(`Unsupported compression format: ${format}`);
  }
}
