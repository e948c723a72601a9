import { writeFile } from 'node:fs/promises';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import type { WorkResult } from '../api/work.ts';
import { type PdfDocument, withPage } from './document.ts';
import type { Pdfium } from './pdfium.ts';

const pageBreak = '\f';
const bytesPerUnit = 2;

/** Writes the text of the pages in reading order as UTF-8, with a form feed between pages. @throws ConversionError */
export async function writeText(document: PdfDocument, outputPath: string): Promise<WorkResult> {
  const texts = document.pages.map((index) => pageText(document, index));
  if (texts.every((text) => text === '')) {
    const detail = 'The PDF holds no text: its pages are pictures or blank.';
    throw new ConversionError('conversion.invalid_input', detail);
  }
  await writeFile(outputPath, texts.map((text) => `${text}\n`).join(pageBreak));
  return {};
}

/** The text of a page in reading order. @throws ConversionError */
export function pageText(document: PdfDocument, index: number): string {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const text = pdfium.FPDFText_LoadPage(page);
    if (text === 0) throw damaged('PDF');
    try {
      return tidy(readText(pdfium, text));
    } finally {
      pdfium.FPDFText_ClosePage(text);
    }
  });
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

/** PDFium writes U+FFFE for a hyphen that ends a line. */
function tidy(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\uFFFE', '-').replaceAll('\0', '').toWellFormed().trim();
}
