import type { Metadata, Sharp } from 'sharp';

/** One way to re-encode an image so that it gets smaller. */
export interface EncodingCandidate {
  /** True if the encoding must not change any pixel. The search verifies this. */
  readonly lossless: boolean;
  readonly encode: (image: Sharp) => Sharp;
  /** A faster encoding that is at least as similar to the source. If it isn't similar enough, `encode` isn't tried. */
  readonly previewEncode?: (image: Sharp) => Sharp;
}

const lossy = (encode: (image: Sharp) => Sharp): EncodingCandidate => ({ lossless: false, encode });
const lossless = (encode: (image: Sharp) => Sharp): EncodingCandidate => ({ lossless: true, encode });

/**
 * JPEG qualities to try. In a test with 9 photos that had been saved as JPEGs once or twice, this quantization table
 * gave results at most 2.5 % larger than the best of mozjpeg's tables, and 10 % smaller than trying six qualities with
 * several tables.
 */
const jpegQualities = Array.from({ length: 25 }, (_, index) => 72 + index);
const jpegTable = { quantisationTable: 2 } as const;

/** `previewEncode` skips trellis quantization, which takes most of the time and can only reduce the similarity. */
const jpegCandidate = (quality: number): EncodingCandidate => ({
  lossless: false,
  encode: (image) => image.jpeg({ quality, ...jpegTable, mozjpeg: true }),
  previewEncode: (image) => image.jpeg({ quality, ...jpegTable }),
});

const losslessWebp = lossless((image) => image.webp({ lossless: true, exact: true }));

/**
 * Returns the candidates for a format, the one with the smallest output first. Later ones preserve more quality. Lossless
 * PNG compression isn't included, because oxipng does it.
 */
export function candidatesFor(
  format: string,
  metadata: Metadata,
  onlyLossless: boolean,
): readonly EncodingCandidate[] {
  const candidates = byFormat(format, metadata);
  return onlyLossless ? candidates.filter((candidate) => candidate.lossless) : candidates;
}

function byFormat(format: string, { depth }: Metadata): readonly EncodingCandidate[] {
  switch (format) {
    case 'jpg':
      return jpegQualities.map(jpegCandidate);
    case 'png':
      // A palette would reduce a 16-bit image to 8 bits per channel.
      if (depth === 'ushort') return [];
      return [lossy((image) => image.png({ palette: true, quality: 80, effort: 7 }))];
    case 'webp':
      return [...[80, 88, 92].map((quality) => lossy((image) => image.webp({ quality }))), losslessWebp];
    case 'avif':
      return [50, 60, 66].map((quality) => lossy((image) => image.avif({ quality, effort: 2 })));
    case 'gif':
      return [
        lossy((image) => image.gif({ interFrameMaxError: 16, colours: 128 })),
        lossy((image) => image.gif({ interFrameMaxError: 8 })),
        lossy((image) => image.gif({})),
      ];
    default:
      throw new Error(`Unsupported compression format: ${format}`);
  }
}
