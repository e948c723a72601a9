import { madeTogether, named } from './batch.ts';
import type { Variant } from './variant.ts';

const stills = 'jpg png webp avif tiff heic jxl jp2 j2k psd psb ico icns bmp tga dds qoi ppm pgm xpm'
  .split(' ')
  .flatMap((format) => named(format, 'still'));
const moving = ['png', 'apng', 'webp', 'avif', 'gif', 'jxl'].flatMap((format) => named(format, 'moving'));

/** Images with every property of their formats: depth, transparency, profile, metadata, and frames. */
export const abilityVariants: readonly Variant[] = madeTogether('abilities.py', [
  ...stills,
  ...moving,
  ...named('jxl', 'deep | lossy'),
]);
