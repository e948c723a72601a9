import type { EngineDescription } from '../api/engineDescription.ts';

/** Detects traits of files from their first bytes, texts, and lists of parts. Offers no conversions. */
export const fileProbe = {
  id: 'fileProbe',
  load: async () => (await import('./probeFile.ts')).probeFile,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;
