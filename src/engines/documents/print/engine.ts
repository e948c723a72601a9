import type { EngineDescription } from '../../api/engineDescription.ts';
import { documentPrints } from '../rows.ts';

/** Documents and books, set on the pages of a PDF. */
export const documentPrint = {
  id: 'documentPrint',
  load: async () => (await import('../../documentBundle.ts')).printDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentPrints,
} as const satisfies EngineDescription;
