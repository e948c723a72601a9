import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import './layout.ts';
import type { Typesetter } from './typesetter.ts';

/** Writes a PDF with the fonts of the typesetter, and without opening any other file. */
export async function writePdf(
  definition: TDocumentDefinitions,
  typesetter: Typesetter,
  outputPath: string,
): Promise<void> {
  const fonts = typesetter.fonts();
  const own = new Set(Object.values(fonts).flatMap((styles) => Object.values(styles).flat()));
  pdfmake.setFonts(fonts);
  // pdfmake must not fetch or open anything that the document refers to.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => own.has(path));
  await pdfmake.createPdf(definition).write(outputPath);
}
