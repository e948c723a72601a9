import type { EngineDescription } from '../../api/engineDescription.ts';
import { pdfReflows } from './rows.ts';

/** The text of a PDF as a document that flows. */
export const pdfReflow = {
  id: 'pdfReflow',
  load: async () => (await import('../../documentBundle.ts')).reflowPdf,
  time: 'texts',
  memory: 'texts',
  conversions: pdfReflows,
} as const satisfies EngineDescription;
