import type { EngineDescription } from '../../api/engineDescription.ts';
import { ffmpegHoles } from './holes.ts';
import { ffmpegProgram } from './program.ts';
import { ffmpegConversions } from './rows.ts';

/** Video and sound, encoded anew. */
export const ffmpeg = {
  id: 'ffmpeg',
  load: async () => (await import('./convert.ts')).convertWithFfmpeg,
  time: 'videos',
  memory: 'programs',
  conversions: ffmpegConversions,
  program: {
    ...ffmpegProgram,
    holes: ffmpegHoles,
  },
} as const satisfies EngineDescription;
