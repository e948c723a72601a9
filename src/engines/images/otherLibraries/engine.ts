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

/** Any image as a picture to look at. It has no rows: nothing is made of the file. */
export const imagePreview = {
  id: 'imagePreview',
  load: async () => (await import('./convert.ts')).previewImage,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;
