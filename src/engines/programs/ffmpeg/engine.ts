import type { EngineDescription } from '../../api/engineDescription.ts';
import { ffmpegCompressions } from './compression/rows.ts';
import { ffmpegHoles } from './holes.ts';
import { ffmpegProgram } from './program.ts';
import { ffmpegConversions } from './rows.ts';

/** Video and sound, encoded anew: as something else, or smaller. */
export const ffmpeg = {
  id: 'ffmpeg',
  load: async () => (await import('./work.ts')).workWithFfmpeg,
  time: 'videos',
  memory: 'programs',
  conversions: ffmpegConversions,
  compressions: ffmpegCompressions,
  program: {
    ...ffmpegProgram,
    holes: ffmpegHoles,
  },
} as const satisfies EngineDescription;
