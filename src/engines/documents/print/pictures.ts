import type { Element, Root } from 'hast';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { mediaTypeOf } from '../../../contract/formats/table.ts';
import { type Document, elementsIn, textProperty } from '../tree/document.ts';
import { drawingInLine, maxHeight } from './formulas.ts';
import type { InlineDrawing } from './layout.ts';
import type { Drawable, Link, TextSurroundings } from './page.ts';

/** The size of a CSS pixel, in points. */
const pointsPerPixel = 0.75;
/** A picture's maximum width and height, enough to print it on a full page. */
const maxPixelsASide = 3000;
const jpegQuality = 90;

/** Decodes the pictures that a document shows, each once. Those that can't be read are missing. @throws ConversionError */
export async function decodedPictures(
  root: Root,
  pictures: Document['pictures'],
): Promise<ReadonlyMap<string, Drawable>> {
  const decoded = new Map<string, Drawable>();
  const tried = new Set<string>();
  for (const node of elementsIn(root)) {
    const src = (node.tagName === 'img' && textProperty(node, 'src')) || '';
    const picture = pictures.get(src);
    if (picture === undefined || tried.has(src)) continue;
    tried.add(src);
    const drawable = await drawableOf(picture.data, `picture ${tried.size}`);
    if (drawable !== undefined) decoded.set(src, drawable);
  }
  return decoded;
}

/** A picture within a line. It stands on the baseline. */
export function pictureInLine(
  node: Element,
  picture: Drawable,
  page: TextSurroundings,
  link: Link | undefined,
): ContentText {
  return drawingInLine({ image: picture.name, ...shownSize(node, picture, page), depth: 0, ...link }, page);
}

/** A picture on a line of its own, at most `width` points wide. */
export function pictureBlock(
  { image = '', width: ownWidth, height: ownHeight, link, linkToDestination }: InlineDrawing,
  page: TextSurroundings,
  width: number,
): Content {
  const scale = Math.min(1, width / ownWidth);
  const size = { width: ownWidth * scale, height: ownHeight * scale };
  const margin: [number, number, number, number] = [0, 2, 0, page.look.paragraphGap];
  return Object.assign({ image, ...size, margin }, { link, linkToDestination });
}

/** The size of a picture in points: the given one, but not larger than a page. */
export function shownSize(
  { properties }: Element,
  picture: Drawable,
  page: TextSurroundings,
): { readonly width: number; readonly height: number } {
  const given = { width: lengthOf(properties['width']), height: lengthOf(properties['height']) };
  const ratio = picture.width / picture.height;
  const width = given.width ?? (given.height === undefined ? picture.width : given.height * ratio);
  const height = given.height ?? width / ratio;
  const most = Math.min(
    1,
    page.width / (width * pointsPerPixel),
    (page.height * maxHeight) / (height * pointsPerPixel),
  );
  return { width: width * pointsPerPixel * most, height: height * pointsPerPixel * most };
}

function lengthOf(value: unknown): number | undefined {
  const length = typeof value === 'number' || typeof value === 'string' ? Number(value || 0) : 0;
  return length > 0 && Number.isFinite(length) ? length : undefined;
}

/**
 * Converts a picture to sRGB in a format that PDFs support, and turns it upright. Returns `undefined` if it can't be
 * read.
 */
async function drawableOf(bytes: Buffer, name: string): Promise<Drawable | undefined> {
  const { imageError, openImage } = await import('../../images/open.ts');
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
    return { ...metadata.autoOrient, name, dataUrl };
  } catch (error) {
    const fault = imageError(error);
    if (fault.code === 'conversion.invalid_input') return undefined;
    throw fault;
  }
}
