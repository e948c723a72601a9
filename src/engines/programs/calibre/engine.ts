import type { EngineDescription } from '../../api/engineDescription.ts';
import { calibreHoles } from './holes.ts';
import { calibreProgram } from './program.ts';
import { calibreConversions } from './rows.ts';

/** Ebooks, also of readers that are no longer made. */
export const calibre = {
  id: 'calibre',
  load: async () => (await import('./convert.ts')).convertWithCalibre,
  time: 'books',
  memory: 'programs',
  conversions: calibreConversions,
  program: {
    ...calibreProgram,
    holes: calibreHoles,
  },
} as const satisfies EngineDescription;
