import { writeFile } from 'node:fs/promises';
import { ConversionError } from '../conversionError.ts';
import { damagedPdf, type PdfDocument } from './document.ts';

const pageBreak = '\f';
const bytesPerUnit = 2;

/** Writes the text of the pages in reading order as UTF-8, with a form feed between pages. @throws ConversionError */
export async function writeText(document: PdfDocument, outputPath: string): Promise<void> {
  const texts = document.pages.map((index) => pageText(document, index));
  if (texts.every((text) => text === '')) {
    const detail = 'The PDF holds no text: its pages are pictures or blank.';
    throw new ConversionError('conversion.invalid_input', detail);
  }
  await writeFile(outputPath, texts.map((text) => `${text}\n`).join(pageBreak));
}

function pageText({ pdfium, handle }: PdfDocument, index: number): string {
  const page = pdfium.FPDF_LoadPage(handle, index);
  if (page === 0) throw damagedPdf();
  try {
    const text = pdfium.FPDFText_LoadPage(page);
    if (text === 0) throw damagedPdf();
    try {
      return readText(pdfium, text);
    } finally {
      pdfium.FPDFText_ClosePage(text);
    }
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function readText(
  { FPDFText_CountChars, FPDFText_GetText, pdfium }: PdfDocument['pdfium'],
  text: number,
): string {
  const count = Math.max(0, FPDFText_CountChars(text));
  const buffer = pdfium.wasmExports.malloc((count + 1) * bytesPerUnit);
  try {
    const units = FPDFText_GetText(text, 0, count, buffer);
    const end = buffer + Math.max(0, units - 1) * bytesPerUnit;
    const raw = Buffer.from(pdfium.HEAPU8.slice(buffer, end)).toString('utf16le');
    return tidy(raw);
  } finally {
    pdfium.wasmExports.free(buffer);
  }
}

/** U+FFFE stands for the hyphen at the end of a line. */
function tidy(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\uFFFE', '-').replaceAll('\0', '').toWellFormed().trim();
}
