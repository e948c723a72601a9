import type { EngineDescription } from '../../api/engineDescription.ts';
import { remuxConversions } from './rows.ts';

/** Video and sound in another container, without being encoded anew, by Mediabunny. */
export const remux = {
  id: 'remux',
  load: async () => (await import('../../mediaBundle.ts')).remux,
  time: 'values',
  memory: 'values',
  conversions: remuxConversions,
} as const satisfies EngineDescription;
