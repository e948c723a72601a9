import type { EngineDescription } from '../api/engineDescription.ts';
import { imageCompressions, imageConversions } from './rows.ts';

/** Images that libvips reads and writes. */
export const images = {
  id: 'image',
  load: async () => (await import('./convert.ts')).convertImage,
  time: 'pixels',
  memory: 'unfolded',
  conversions: imageConversions,
} as const satisfies EngineDescription;

/** Images made smaller in their own formats. */
export const imageCompression = {
  id: 'imageCompression',
  load: async () => (await import('./compress.ts')).compressImage,
  time: 'pixels',
  memory: 'unfolded',
  compressions: imageCompressions,
} as const satisfies EngineDescription;
