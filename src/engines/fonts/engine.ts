import type { EngineDescription } from '../api/engineDescription.ts';
import { fontConversions } from './rows.ts';

/** Fonts and their subsets. */
export const fonts = {
  id: 'font',
  load: async () => (await import('./convert.ts')).convertFont,
  time: 'values',
  memory: 'values',
  conversions: fontConversions,
} as const satisfies EngineDescription;
