import type { EngineDescription } from '../api/engineDescription.ts';

/** Finds traits of files in their first bytes, texts, and lists of parts. It has no conversions. */
export const fileProbe = {
  id: 'fileProbe',
  load: async () => (await import('./probeFile.ts')).probeFile,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;
