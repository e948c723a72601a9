import type { EngineDescription } from '../../api/engineDescription.ts';
import { pdfCombinations } from './rows.ts';

/** PDFs and images together in one PDF, in their order. */
export const combinedPdf = {
  id: 'combinedPdf',
  load: async () => (await import('./combine.ts')).combinePdf,
  time: 'pixels',
  memory: 'unfolded',
  combinations: pdfCombinations,
} as const satisfies EngineDescription;
