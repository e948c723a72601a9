import { formatOfHead } from '../../contract/formats/formatOfHead.ts';
import { isConversionError } from '../api/conversionError.ts';
import { openImage } from '../images/open.ts';
import { smallerImage } from '../images/smallerImage.ts';
import type { OfficeArchiveOptions } from './officeArchives.ts';

/** Formats that are re-encoded inside a document; vector graphics and text stay as they are. */
const formats = new Set(['jpg', 'png', 'gif', 'webp']);
const headBytes = 64;
/** After this time, the remaining pictures stay as they are, since a job has to end. */
export const maxPictureMs = 180_000;

/** The options for pictures. */
export type PictureWishes = Pick<OfficeArchiveOptions, 'lossless' | 'quality' | 'maxWidth' | 'maxHeight'>;

/** Further attempts, from best to smallest: a quality, and the longest side in pixels. */
const harsherSteps = [
  [80, 2000],
  [70, 1600],
  [60, 1200],
  [50, 900],
  [40, 650],
  [30, 450],
  [25, 300],
] as const;

/** Ways to encode the pictures of a document: as wished, and harsher where it has to be smaller than that. */
export function pictureSteps(wanted: PictureWishes): readonly PictureWishes[] {
  const harsher = harsherSteps.map(([quality, side]) => ({
    quality: Math.min(quality, wanted.quality ?? quality),
    maxWidth: Math.min(side, wanted.maxWidth ?? side),
    maxHeight: Math.min(side, wanted.maxHeight ?? side),
  }));
  return [wanted, ...harsher];
}

/**
 * A picture of a document in the same format, but in fewer bytes. `undefined` when the part is no picture, or none that can
 * be made smaller so: a damaged one is not worth the document.
 */
export async function smallerPicture(content: Buffer, wanted: PictureWishes): Promise<Buffer | undefined> {
  const format = formatOfHead(content.subarray(0, headBytes));
  if (format === undefined || !formats.has(format)) return undefined;
  try {
    const { metadata } = await openImage(content);
    // Inks would come out as light.
    if (metadata.space === 'cmyk') return undefined;
    const { lossless, quality, maxWidth, maxHeight } = wanted;
    const wishes = { lossless, quality, maxWidth, maxHeight, asItLies: true };
    const smaller = await smallerImage(content, format, wishes);
    return smaller && smaller.length < content.length ? smaller : undefined;
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}
