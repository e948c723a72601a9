import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { pointsPerInch } from '../lib/paper.ts';
import { type PdfDocument, withPage } from './document.ts';
import { drawnPictures } from './pageObjects.ts';
import { withMemory } from './memory.ts';

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

/** The value of `FPDF_COLORSPACE_LAB`. */
const lab = 6;
const metadataBytes = 28;
const colorSpaceAt = 20;
const filterBytes = 16;
/**
 * Filters of pictures that aren't inspected, because PDFium would have to decompress them completely. JPEG 2000 has its
 * own color information, and JBIG2 has no colors.
 */
const slowFilters: ReadonlySet<string> = new Set(['JPXDecode', 'JBIG2Decode']);

/**
 * Draws a page. Refuses pictures with CIELAB samples, whose colors PDFium shows wrong, but doesn't find them in patterns
 * and annotations.
 * @throws ConversionError
 */
export function drawPage(document: PdfDocument, index: number, density: number): PagePixels {
  if (withPage(document, index, (page) => drawsLab(document, page)))
    throw new ConversionError(fault('pdf.cielab'));
  return renderPage(document, index, density);
}

function drawsLab(document: PdfDocument, page: number): boolean {
  return withMemory(document.pdfium, metadataBytes, (metadata) => {
    for (const { object } of drawnPictures(document, page)) {
      if (slowFilters.has(lastFilterOf(document, object))) continue;
      const isRead = document.pdfium.FPDFImageObj_GetImageMetadata(object, page, metadata);
      if (isRead && document.pdfium.pdfium.getValue(metadata + colorSpaceAt, 'i32') === lab) return true;
    }
    return false;
  });
}

/** Returns the last filter of a picture, or an empty string if it has none. */
function lastFilterOf({ pdfium }: PdfDocument, object: number): string {
  const count = pdfium.FPDFImageObj_GetImageFilterCount(object);
  if (count === 0) return '';
  return withMemory(pdfium, filterBytes, (name) => {
    const bytes = pdfium.FPDFImageObj_GetImageFilter(object, count - 1, name, filterBytes);
    return bytes > filterBytes ? '' : pdfium.pdfium.UTF8ToString(name);
  });
}
