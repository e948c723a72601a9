import type { EngineDescription } from '../../api/engineDescription.ts';
import { pdfCompressions } from './rows.ts';

/** PDFs made smaller. */
export const pdfCompression = {
  id: 'pdfCompression',
  load: async () => (await import('./compress.ts')).compressPdf,
  time: 'pixels',
  memory: 'unfolded',
  compressions: pdfCompressions,
} as const satisfies EngineDescription;
