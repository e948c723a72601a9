import { type PdfDocument, withPage } from './document.ts';
import { drawnPictures } from './pageObjects.ts';

/** The least part of a scanned page that its picture covers. */
const leastShare = 1 / 3;

/** True if one picture covers a large part of a page. */
export function isScan(document: PdfDocument, index: number): boolean {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page);
    for (const { matrix } of drawnPictures(document, page)) {
      const [a, b, c, d] = matrix;
      if (Math.abs(a * d - b * c) >= area * leastShare) return true;
    }
    return false;
  });
}
