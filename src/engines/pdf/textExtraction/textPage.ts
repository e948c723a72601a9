import { damaged } from '../../api/conversionError.ts';
import type { PdfDocument } from '../document.ts';

/**
 * Opens the text of a page while `use` runs, and passes PDFium's pointer to it.
 * @throws ConversionError `conversion.invalid_input`
 */
export function withText<T>({ pdfium }: PdfDocument, page: number, use: (text: number) => T): T {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) throw damaged('PDF');
  try {
    return use(text);
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}
