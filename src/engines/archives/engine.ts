import type { EngineDescription } from '../api/engineDescription.ts';
import { archiveConversions } from './rows.ts';

/** Archives and compressed files, by 7-Zip. */
export const archives = {
  id: 'archive',
  load: async () => (await import('./convert.ts')).convertArchive,
  time: 'archives',
  memory: 'unfolded',
  conversions: archiveConversions,
} as const satisfies EngineDescription;
