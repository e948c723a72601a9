import { ConversionError } from '../conversionError.ts';
import { damagedPdf, type PdfDocument } from './document.ts';

/** A page as red, green, blue and a byte without meaning, a pixel each. */
export interface PagePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const maxPixels = 100_000_000;
const pointsPerInch = 72;
const bytesPerPixel = 4;
/** `FPDFBitmap_BGRx`, whose order the flag turns around. */
const bitmapFormat = 3;
const white = 0xffffffff;
/** `FPDF_ANNOT` and `FPDF_REVERSE_BYTE_ORDER`. */
const flags = 0x01 | 0x10;

/** Draws a page, with its annotations and the content of its forms, on white. @throws ConversionError */
export function renderPage({ pdfium, handle }: PdfDocument, index: number, density: number): PagePixels {
  const page = pdfium.FPDF_LoadPage(handle, index);
  if (page === 0) throw damagedPdf();
  try {
    const scale = density / pointsPerInch;
    const width = Math.max(1, Math.round(pdfium.FPDF_GetPageWidthF(page) * scale));
    const height = Math.max(1, Math.round(pdfium.FPDF_GetPageHeightF(page) * scale));
    if (width * height > maxPixels) {
      const detail = `Page ${index + 1} has too many pixels at ${density} an inch.`;
      throw new ConversionError('conversion.limit_exceeded', detail);
    }
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, width * bytesPerPixel);
    if (bitmap === 0) {
      throw new ConversionError('conversion.limit_exceeded', `Page ${index + 1} takes too much memory.`);
    }
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
      // A copy: the memory moves whenever it grows.
      const data = pdfium.pdfium.HEAPU8.slice(start, start + width * height * bytesPerPixel);
      return { width, height, data };
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
    }
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}
