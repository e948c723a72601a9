import type { EngineDescription } from '../api/engineDescription.ts';
import { dataConversions } from './rows.ts';

/** JSON, YAML, CSV and the like. */
export const data = {
  id: 'data',
  load: async () => (await import('./convert.ts')).convertData,
  time: 'values',
  memory: 'texts',
  conversions: dataConversions,
} as const satisfies EngineDescription;
