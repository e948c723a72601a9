import { byRecipe } from './byRecipe.ts';
import type { Variant } from './variant.ts';

function variant(format: string, name: string, recipe: object): Variant {
  const what = { format, name: `CMYK, ${name}`, decoders: ['LittleCMS'] };
  return byRecipe(what, { builder: 'inks', format, ...recipe });
}

/** JPEG and TIFF files in CMYK, whose profiles determine their colors. */
export const inkVariants: readonly Variant[] = [
  variant('jpg', 'plain', {}),
  variant('jpg', 'progressive', { progressive: true }),
  variant('jpg', 'brightness and differences', { differences: true }),
  variant('jpg', 'another profile', { profile: 'ps_cmyk.icc' }),
  variant('tiff', '8 bits', {}),
  variant('tiff', '16 bits', { bits: 16 }),
  variant('tiff', 'separate planes', { planar: true }),
  variant('tiff', 'tiles, separate planes', { planar: true, tiles: true }),
  variant('tiff', 'zip', { options: { compression: 'zlib' } }),
  variant('tiff', '16 bits, zip and differences', {
    bits: 16,
    options: { compression: 'zlib', predictor: true },
  }),
  variant('tiff', 'transparency', { alpha: true }),
  variant('tiff', 'another profile', { profile: 'ps_cmyk.icc' }),
];
