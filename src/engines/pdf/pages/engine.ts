import type { EngineDescription } from '../../api/engineDescription.ts';

/** Counts the pages that a job pays for. It has no rows of its own: rows name it where they tell their cost. */
export const pdfPages = {
  id: 'pdfPages',
  load: async () => (await import('../convert.ts')).countPages,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;
