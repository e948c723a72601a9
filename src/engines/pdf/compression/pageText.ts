import { type PdfDocument, withPage } from '../document.ts';
import { withText } from '../lines/textPage.ts';
import type { Pdfium } from '../pdfium.ts';

const bytesPerUnit = 2;

/** What PDFium reads on a page, as it stands there: for comparing, not for people. @throws ConversionError */
export function pageText(document: PdfDocument, index: number): string {
  return withPage(document, index, (page) =>
    withText(document, page, (text) => readText(document.pdfium, text)),
  );
}

function readText({ FPDFText_CountChars, FPDFText_GetText, pdfium }: Pdfium, text: number): string {
  const count = Math.max(0, FPDFText_CountChars(text));
  const buffer = pdfium.wasmExports.malloc((count + 1) * bytesPerUnit);
  try {
    // The count includes the zero at the end.
    const units = Math.max(1, FPDFText_GetText(text, 0, count, buffer)) - 1;
    return Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + units * bytesPerUnit)).toString('utf16le');
  } finally {
    pdfium.wasmExports.free(buffer);
  }
}
