import sharp from 'sharp';
import { similarity } from '../../images/similarity.ts';
import { openDocument, type PdfDocument } from '../document.ts';
import { renderPage } from '../render.ts';
import { pageText } from './pageText.ts';

/** The minimum similarity for pages to look the same, and to be recognizably the same page. */
export const leastSimilarities = { unseen: 0.985, harsh: 0.6 } as const;
const mostDensity = 150;
/** The number of pages to draw, spread over the document; the text of all pages is compared. */
const maxDrawnPages = 40;

/**
 * True if two files have the same text on the same number of pages, and look the same at half the density that pictures
 * may have: there, the intended loss of pixels is invisible, but any other shows.
 * @throws ConversionError
 */
export async function isVisuallySimilar(
  source: PdfDocument,
  path: string,
  pictureDensity: number,
  leastSimilarity: number,
): Promise<boolean> {
  const other = await openDocument(path, {});
  try {
    const { pages } = source;
    if (other.pages.length !== pages.length) return false;
    if (pages.some((page) => pageText(source, page) !== pageText(other, page))) return false;
    const density = Math.min(mostDensity, pictureDensity / 2);
    const step = Math.max(1, pages.length / maxDrawnPages);
    for (let at = 0; at < pages.length; at += step) {
      if ((await likeness(source, other, Math.floor(at), density)) < leastSimilarity) return false;
    }
    return true;
  } finally {
    other.dispose();
  }
}

async function likeness(
  source: PdfDocument,
  other: PdfDocument,
  page: number,
  density: number,
): Promise<number> {
  const [before, after] = [renderPage(source, page, density), renderPage(other, page, density)];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return 0;
  if (Buffer.from(before.data.buffer).equals(after.data)) return 1;
  const [a, b] = [await opaque(before), await opaque(after)];
  return similarity(a, b, { raw: { width, height, channels: 3 } });
}

async function opaque({ width, height, data }: ReturnType<typeof renderPage>): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}
