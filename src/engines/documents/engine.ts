import type { EngineDescription } from '../api/engineDescription.ts';
import { documentConversions } from './rows.ts';

/** Documents, presentations and books, by what they say. */
export const documents = {
  id: 'document',
  load: async () => (await import('../documentBundle.ts')).convertDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentConversions,
} as const satisfies EngineDescription;
