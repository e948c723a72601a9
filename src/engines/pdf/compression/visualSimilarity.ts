import sharp from 'sharp';
import { similarity } from '../../images/similarity.ts';
import { openDocument, type PdfDocument, withPage, withText } from '../document.ts';
import { renderPage } from '../render.ts';
import { withMemory } from '../memory.ts';
import { type Pdfium } from '../pdfium.ts';

/**
 * Minimum similarity of pages that look the same (`unseen`), and of pages with visible compression artifacts (`harsh`).
 */
export const minSimilarities = { unseen: 0.985, harsh: 0.6 } as const;
const maxDensity = 150;
/** Number of pages to draw, evenly spread over the document. The text is compared on all pages. */
const maxDrawnPages = 40;

/**
 * True if two files have the same number of pages and the same text, and look the same. Pages are drawn at half the
 * maximum resolution of pictures: scaling pictures down to that maximum isn't visible there, but other changes are.
 * @throws ConversionError
 */
export async function isVisuallySimilar(
  source: PdfDocument,
  path: string,
  pictureDensity: number,
  minSimilarity: number,
): Promise<boolean> {
  const other = await openDocument(path, {});
  try {
    const { pages } = source;
    if (other.pages.length !== pages.length) return false;
    if (pages.some((page) => pageText(source, page) !== pageText(other, page))) return false;
    const density = Math.min(maxDensity, pictureDensity / 2);
    const step = Math.max(1, pages.length / maxDrawnPages);
    for (let at = 0; at < pages.length; at += step) {
      if ((await likeness(source, other, Math.floor(at), density)) < minSimilarity) return false;
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

const bytesPerUnit = 2;

/**
 * Returns a page's text in PDFium's order, which is good enough for comparisons.
 * @throws ConversionError
 */
function pageText(document: PdfDocument, index: number): string {
  return withPage(document, index, (page) =>
    withText(document, page, (text) => readText(document.pdfium, text)),
  );
}

function readText(pdfium: Pdfium, text: number): string {
  const count = Math.max(0, pdfium.FPDFText_CountChars(text));
  return withMemory(pdfium, (count + 1) * bytesPerUnit, (buffer) => {
    // PDFium's count includes the terminating null.
    const units = Math.max(1, pdfium.FPDFText_GetText(text, 0, count, buffer)) - 1;
    const { HEAPU8 } = pdfium.pdfium;
    return Buffer.from(HEAPU8.slice(buffer, buffer + units * bytesPerUnit)).toString('utf16le');
  });
}
