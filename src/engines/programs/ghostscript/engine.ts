import type { EngineDescription } from '../../api/engineDescription.ts';
import { ghostscriptHoles } from './holes.ts';
import { ghostscriptProgram } from './program.ts';
import { ghostscriptConversions } from './rows.ts';

/** PostScript. */
export const ghostscript = {
  id: 'ghostscript',
  load: async () => (await import('./convert.ts')).convertWithGhostscript,
  time: 'books',
  memory: 'programs',
  conversions: ghostscriptConversions,
  program: {
    ...ghostscriptProgram,
    holes: ghostscriptHoles,
  },
} as const satisfies EngineDescription;
