import type { EngineDescription } from '../../api/engineDescription.ts';
import { magickConversions } from '../rows.ts';

/** Images that ImageMagick, or code of ours for icons, must read or write. */
export const magick = {
  id: 'magick',
  load: async () => (await import('./convert.ts')).convertByOthers,
  time: 'pixels',
  memory: 'unfolded',
  conversions: magickConversions,
} as const satisfies EngineDescription;
