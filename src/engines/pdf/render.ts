import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { pointsPerInch } from '../lib/paper.ts';
import { type PdfDocument, withPage } from './document.ts';

/** A page's pixels, with four bytes each: red, green, blue, and an unused byte. */
export interface PagePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const maxPixels = 100_000_000;
const bytesPerPixel = 4;
/** The value of `FPDFBitmap_BGRx`. `FPDF_REVERSE_BYTE_ORDER` changes it to RGBx. */
const bitmapFormat = 3;
const white = 0xffffffff;
/** `FPDF_ANNOT` and `FPDF_REVERSE_BYTE_ORDER`. */
const flags = 0x01 | 0x10;

/**
 * Draws a page with its annotations and form fields on a white background.
 * @throws ConversionError
 */
export function renderPage(document: PdfDocument, index: number, density: number): PagePixels {
  return withPage(document, index, (page) => draw(document, page, index, density));
}

/**
 * Returns a page's displayed width and height in points.
 * @throws ConversionError
 */
export function pageSize(document: PdfDocument, index: number): { width: number; height: number } {
  const { pdfium } = document;
  return withPage(document, index, (page) => ({
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
  }));
}

function draw({ pdfium, form }: PdfDocument, page: number, index: number, density: number): PagePixels {
  const scale = density / pointsPerInch;
  const width = Math.max(1, Math.round(pdfium.FPDF_GetPageWidthF(page) * scale));
  const height = Math.max(1, Math.round(pdfium.FPDF_GetPageHeightF(page) * scale));
  if (width * height > maxPixels) {
    throw new ConversionError(fault('page.pixels', index + 1, density));
  }
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, width * bytesPerPixel);
  if (bitmap === 0) throw new ConversionError(fault('page.memory', index + 1));
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    // Copy the pixels, because PDFium's memory moves when it grows.
    const data = pdfium.pdfium.HEAPU8.slice(start, start + width * height * bytesPerPixel);
    return { width, height, data };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
