import { formatOfHead } from '../../contract/formats/formatOfHead.ts';
import { isConversionError } from '../api/conversionError.ts';
import { openImage } from '../images/open.ts';
import { smallerImage } from '../images/smallerImage.ts';
import type { OfficeArchiveOptions } from './officeArchives.ts';

/** Picture formats that are re-encoded inside a document. Vector graphics stay unchanged. */
const formats = new Set(['jpg', 'png', 'gif', 'webp']);
const headBytes = 64;
/** The maximum time for pictures. The remaining ones stay unchanged, so that the job ends in time. */
export const maxPictureMs = 180_000;

/** The compression options for pictures. */
export type PictureRequirements = Pick<
  OfficeArchiveOptions,
  'lossless' | 'quality' | 'maxWidth' | 'maxHeight'
>;

/** Settings for further attempts, from best to smallest: quality, and longest side in pixels. */
const harsherSteps = [
  [80, 2000],
  [70, 1600],
  [60, 1200],
  [50, 900],
  [40, 650],
  [30, 450],
  [25, 300],
] as const;

/**
 * Returns the settings to try for a document's pictures: the user's first, then lower ones in case the document must
 * become smaller.
 */
export function pictureSteps(wanted: PictureRequirements): readonly PictureRequirements[] {
  const harsher = harsherSteps.map(([quality, side]) => ({
    quality: Math.min(quality, wanted.quality ?? quality),
    maxWidth: Math.min(side, wanted.maxWidth ?? side),
    maxHeight: Math.min(side, wanted.maxHeight ?? side),
  }));
  return [wanted, ...harsher];
}

/**
 * Re-encodes a picture in the same format. Returns `undefined` if the content isn't a picture, is damaged, or can't be
 * made smaller. A damaged picture doesn't fail the document.
 */
export async function smallerPicture(
  content: Buffer,
  wanted: PictureRequirements,
): Promise<Buffer | undefined> {
  const format = formatOfHead(content.subarray(0, headBytes));
  if (format === undefined || !formats.has(format)) return undefined;
  try {
    const { metadata } = await openImage(content);
    // CMYK pictures are skipped, because re-encoding would convert their colors to RGB.
    if (metadata.space === 'cmyk') return undefined;
    const { lossless, quality, maxWidth, maxHeight } = wanted;
    const requirements = { lossless, quality, maxWidth, maxHeight, keepOrientation: true };
    const smaller = await smallerImage(content, format, requirements);
    return smaller && smaller.length < content.length ? smaller : undefined;
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}
