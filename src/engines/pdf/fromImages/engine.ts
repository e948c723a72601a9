import type { EngineDescription } from '../../api/engineDescription.ts';
import { imagePdfConversions } from './rows.ts';

/** Images, and zips of them, as the pages of a PDF. */
export const imagePdf = {
  id: 'imagePdf',
  load: async () => (await import('./convert.ts')).convertToPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: imagePdfConversions,
} as const satisfies EngineDescription;
