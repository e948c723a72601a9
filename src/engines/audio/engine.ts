import type { EngineDescription } from '../api/engineDescription.ts';
import { audioConversions } from './rows.ts';

/** Sound, by libav.js. */
export const audio = {
  id: 'audio',
  load: async () => (await import('../mediaBundle.ts')).convertAudio,
  time: 'sounds',
  memory: 'values',
  conversions: audioConversions,
} as const satisfies EngineDescription;
