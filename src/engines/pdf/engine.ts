import type { EngineDescription } from '../api/engineDescription.ts';
import { pdfConversions } from './rows.ts';

/** The pages of a PDF as pictures, or its text as it stands there, by PDFium. */
export const pdf = {
  id: 'pdf',
  load: async () => (await import('./convert.ts')).convertPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: pdfConversions,
} as const satisfies EngineDescription;

/** A page as a picture to look at. It has no rows: nothing is made of the file. */
export const pdfPreview = {
  id: 'pdfPreview',
  load: async () => (await import('./convert.ts')).previewPage,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;
