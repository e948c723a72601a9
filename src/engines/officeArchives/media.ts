import { isConversionError } from '../api/conversionError.ts';
import { formatOfHead } from '../../contract/formats/formatOfHead.ts';
import { openImage } from '../images/open.ts';
import { smallerImage } from '../images/smallerImage.ts';

/** What is encoded anew inside of a document; drawings stay as they are, as text does. */
const formats = new Set(['jpg', 'png', 'gif', 'webp']);
const headBytes = 64;

/**
 * A picture of a document in the same format and size, but in fewer bytes. `undefined` when the part is no picture, or
 * none that can be made smaller unseen: a damaged one is not worth the document.
 */
export async function smallerPicture(content: Buffer, lossless: boolean): Promise<Buffer | undefined> {
  const format = formatOfHead(content.subarray(0, headBytes));
  if (format === undefined || !formats.has(format)) return undefined;
  try {
    const { metadata } = await openImage(content);
    // Inks would come out as light.
    if (metadata.space === 'cmyk') return undefined;
    return await smallerImage(content, format, { lossless, asItLies: true });
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}
