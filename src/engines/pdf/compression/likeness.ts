import sharp from 'sharp';
import { similarity } from '../../images/similarity.ts';
import { openDocument, type PdfDocument } from '../document.ts';
import { renderPage } from '../render.ts';
import { pageText } from './pageText.ts';

/** The least similarity at which a page still looks like its source. */
const leastSimilarity = 0.985;
const mostDensity = 150;
/** So many pages, spread over the document, are drawn; the text of all is compared. */
const maxDrawnPages = 40;

/**
 * Whether two files have the same text on as many pages, which look the same at half of the density that their pictures
 * may have: there a wanted loss of pixels does not show, and any other does.
 * @throws ConversionError
 */
export async function looksTheSame(
  source: PdfDocument,
  path: string,
  pictureDensity: number,
): Promise<boolean> {
  const other = await openDocument(path, {});
  try {
    const { pages } = source;
    if (other.pages.length !== pages.length) return false;
    if (pages.some((page) => pageText(source, page) !== pageText(other, page))) return false;
    const density = Math.min(mostDensity, pictureDensity / 2);
    const step = Math.max(1, pages.length / maxDrawnPages);
    for (let at = 0; at < pages.length; at += step) {
      if (!(await isLike(source, other, Math.floor(at), density))) return false;
    }
    return true;
  } finally {
    other.dispose();
  }
}

async function isLike(
  source: PdfDocument,
  other: PdfDocument,
  page: number,
  density: number,
): Promise<boolean> {
  const [before, after] = [renderPage(source, page, density), renderPage(other, page, density)];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return false;
  if (Buffer.from(before.data.buffer).equals(after.data)) return true;
  const [a, b] = [await opaque(before), await opaque(after)];
  return (await similarity(a, b, { raw: { width, height, channels: 3 } })) >= leastSimilarity;
}

async function opaque({ width, height, data }: ReturnType<typeof renderPage>): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}
