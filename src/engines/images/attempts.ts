import type { Metadata, Sharp } from 'sharp';

/** A way to make an image smaller. */
export interface CompressionAttempt {
  /** True if it should keep every pixel unchanged, which is checked. */
  readonly lossless: boolean;
  readonly encode: (image: Sharp) => Sharp;
  /** A quick variant with at least the same similarity: if that isn't similar enough, neither is `encode`. */
  readonly look?: (image: Sharp) => Sharp;
}

const lossy = (encode: (image: Sharp) => Sharp): CompressionAttempt => ({ lossless: false, encode });
const lossless = (encode: (image: Sharp) => Sharp): CompressionAttempt => ({ lossless: true, encode });

/**
 * JPEG qualities to try. For 9 photos, each saved once or twice before, the smallest similar result is at most 2.5 %
 * larger than with any other of mozjpeg's quantization tables, and a tenth smaller than with six steps of several.
 */
const jpegQualities = Array.from({ length: 25 }, (_, index) => 72 + index);
const jpegTable = { quantisationTable: 2 } as const;

/** Trellis quantization takes most of the time, and only ever loses more. */
const jpegAttempt = (quality: number): CompressionAttempt => ({
  lossless: false,
  encode: (image) => image.jpeg({ quality, ...jpegTable, mozjpeg: true }),
  look: (image) => image.jpeg({ quality, ...jpegTable }),
});

const losslessWebp = lossless((image) => image.webp({ lossless: true, exact: true }));

/**
 * The attempts for a format, the smallest first. Later ones are gentler. Lossless PNG compression isn't among them, as
 * no encoder does it.
 */
export function attemptsFor(
  format: string,
  metadata: Metadata,
  onlyLossless: boolean,
): readonly CompressionAttempt[] {
  const attempts = byFormat(format, metadata);
  return onlyLossless ? attempts.filter((attempt) => attempt.lossless) : attempts;
}

function byFormat(format: string, { depth }: Metadata): readonly CompressionAttempt[] {
  switch (format) {
    case 'jpg':
      return jpegQualities.map(jpegAttempt);
    case 'png':
      // A palette has 8 bits per channel and would discard half of a 16-bit image.
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
      throw new Error(`Nothing compresses ${format}.`);
  }
}
