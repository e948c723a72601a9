import type { EngineDescription } from '../../api/engineDescription.ts';
import { libreOfficeHoles } from './holes.ts';
import { removePipes } from './pipe.ts';
import { libreOfficeProgram } from './program.ts';
import { libreOfficeConversions } from './rows.ts';

/** Documents, sheets and slides with their layout. */
export const libreOffice = {
  id: 'libreoffice',
  load: async () => (await import('./convert.ts')).convertWithLibreOffice,
  time: 'office',
  memory: 'programs',
  conversions: libreOfficeConversions,
  program: {
    ...libreOfficeProgram,
    holes: libreOfficeHoles,
    removeTraces: removePipes,
  },
} as const satisfies EngineDescription;
