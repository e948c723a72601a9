import { type PdfDocument, withPage } from '../document.ts';
import { withText } from '../textExtraction/textPage.ts';
import { withMemory } from '../memory.ts';
import type { Pdfium } from '../pdfium.ts';

const bytesPerUnit = 2;

/**
 * Returns a page's text in PDFium's order, which is good enough for comparisons.
 * @throws ConversionError
 */
export function pageText(document: PdfDocument, index: number): string {
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
