import { fault } from '../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { openDocument, type PdfDocument } from './document.ts';
import { type PdfOptions, pdfOptions } from './options.ts';
import { resetPdfium } from './pdfium.ts';

/**
 * Opens the document of a job while `use` runs, and translates errors.
 * @throws ConversionError
 */
export async function withDocument(
  work: EngineWork,
  use: (document: PdfDocument, options: PdfOptions) => Promise<WorkResult>,
): Promise<WorkResult> {
  const options = pdfOptions.parse(work.options);
  try {
    const document = await openDocument(work.inputPath, options);
    try {
      return await use(document, options);
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (isConversionError(error)) throw error;
    resetPdfium();
    // WebAssembly throws a RuntimeError if memory runs out or if PDFium has a bug.
    if (!(error instanceof Error && error.name === 'RuntimeError')) throw error;
    throw new ConversionError(fault('pdf.complex'), { cause: error });
  }
}
