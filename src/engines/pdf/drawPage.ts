import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type PdfDocument, withPage } from './document.ts';
import { withMemory } from './memory.ts';
import { drawnPictures } from './pageObjects.ts';
import { type PagePixels, renderPage } from './render.ts';

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
