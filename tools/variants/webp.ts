import { byProgram, byRecipe } from './byRecipe.ts';
import type { Variant } from './variant.ts';

/** Image libraries leave the orientation to viewers. */
const pillow = (name: string, recipe: object, decoders?: readonly string[]): Variant =>
  byRecipe(
    { format: 'webp', name, ...(decoders && { decoders }) },
    { pillow: 'WEBP', mode: 'RGB', options: { lossless: true, exact: true }, ...recipe },
  );
const cwebp = (name: string, source: string, ...options: readonly string[]): Variant =>
  byProgram({ format: 'webp', name }, ['cwebp', '-quiet', ...options, source, '-o', '{file}']);

/** WebP files with different coding, alpha, orientation, and profile. */
export const webpVariants: readonly Variant[] = [
  pillow('lossless', {}),
  pillow('lossless, alpha', { mode: 'RGBA' }),
  pillow('lossless, few colors', { mode: 'P' }),
  pillow('lossless, a profile', { profile: 'a98.icc' }),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    pillow(`orientation ${orientation}`, { orientation }, ['Pillow']),
  ),
  cwebp('lossy', '{rgb.png}', '-q', '90'),
  cwebp(
    'lossy, partitions and segments',
    '{rgb.png}',
    '-q',
    '50',
    '-segments',
    '4',
    '-partition_limit',
    '30',
  ),
  cwebp('lossy, alpha', '{rgba.png}', '-q', '90'),
  cwebp('lossy, alpha not packed', '{rgba.png}', '-q', '90', '-alpha_method', '0'),
  cwebp('lossy, lossy alpha', '{rgba.png}', '-q', '90', '-alpha_q', '20'),
  cwebp('near lossless', '{rgba.png}', '-near_lossless', '40'),
];
