import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import type { Content, ContentImage } from 'pdfmake/interfaces.js';
import { mediaTypeOf } from '../../../contract/formats/table.ts';
import { imageError, openImage } from '../../images/open.ts';
import { linesOf, linkOf, plainText } from './inline.ts';
import type { TextSurroundings, Drawable } from './page.ts';

/** The size of a CSS pixel, in points. */
const pointsPerPixel = 0.75;
/** A picture's maximum width and height, enough to print it on a full page. */
const maxPixelsASide = 3000;
const jpegQuality = 90;

/** Typesets a picture that is no larger than `width` points and a page, or its description if it can't be shown. */
export async function pictureOf(
  node: OfficeContentNode & { type: 'image' },
  page: TextSurroundings,
  width: number,
): Promise<Content[]> {
  if (!page.withPictures) return [];
  const { attachmentName = '', altText = '', url, link } = node.metadata ?? {};
  const attachment = page.attachments.get(attachmentName);
  const picture = attachment && (await decodeCached(attachment, page.pictures));
  if (picture === undefined) {
    const address = linkOf(url, page);
    const words = altText || url || 'Picture';
    return [{ stack: linesOf(plainText(`[${words}]`, page, { italics: true }, address)) }];
  }
  const shown = Math.min(
    picture.width * pointsPerPixel,
    width,
    (page.height / picture.height) * picture.width,
  );
  const image: ContentImage = {
    image: attachmentName,
    width: shown,
    margin: [0, 2, 0, page.look.paragraphGap],
  };
  return [{ ...image, ...linkOf(link, page) }];
}

/**
 * Decodes a picture, or returns it from `drawn` if it is decoded already, since a document may show it thousands of
 * times.
 */
export async function decodeCached(
  attachment: Pick<OfficeAttachment, 'name' | 'data'>,
  drawn: TextSurroundings['pictures'],
): Promise<Drawable | undefined> {
  const picture = drawn.get(attachment.name) ?? drawable(Buffer.from(attachment.data, 'base64'));
  drawn.set(attachment.name, picture);
  return picture;
}

/**
 * Converts a picture to sRGB in a format that PDFs support, and turns it upright. Returns `undefined` if it can't be
 * read.
 */
async function drawable(bytes: Buffer): Promise<Drawable | undefined> {
  try {
    const { image, metadata } = await openImage(bytes);
    const sized = image
      .resize({ width: maxPixelsASide, height: maxPixelsASide, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb');
    const isPhoto = metadata.format === 'jpeg';
    const encoded = isPhoto
      ? sized.jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      : sized.png({ compressionLevel: 6 });
    const data = await encoded.toBuffer();
    const dataUrl = `data:${mediaTypeOf(isPhoto ? 'jpg' : 'png')};base64,${data.toString('base64')}`;
    return { ...metadata.autoOrient, dataUrl };
  } catch (error) {
    const fault = imageError(error);
    if (fault.code === 'conversion.invalid_input') return undefined;
    throw fault;
  }
}
