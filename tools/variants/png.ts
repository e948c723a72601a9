import { byRecipe } from './byRecipe.ts';
import type { Variant } from './variant.ts';

const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const;
const colorNames = {
  0: 'gray',
  2: 'color',
  3: 'palette',
  4: 'gray and alpha',
  6: 'color and alpha',
} as const;
const colorTypes = [0, 2, 3, 4, 6] as const;

/** Pillow ignores a 16-bit transparent color and, like FFmpeg, compares low-bit ones without expanding them. */
const decodersOf = (color: number, depth: number): readonly string[] | undefined =>
  color === 3 || depth === 8 ? undefined : ['ImageMagick'];

const described = (
  name: string,
  before: Readonly<Record<string, string>>,
  more: Partial<Variant> = {},
): Variant =>
  byRecipe(
    { format: 'png', name: `a chunk ${name}`, ...more },
    { builder: 'png', color: 2, depth: 8, before },
  );

/** PNG files with different color types, depths, orders, transparent colors, and metadata, and truncated ones. */
export const pngVariants: readonly Variant[] = [
  ...colorTypes.flatMap((color) =>
    depths[color].flatMap((depth) =>
      [false, true].flatMap((interlaced) => {
        const name = `${colorNames[color]}, ${depth} bits${interlaced ? ', interlaced' : ''}`;
        const recipe = { builder: 'png', color, depth, interlaced };
        const plain = byRecipe({ format: 'png', name }, recipe);
        if (color > 3) return [plain];
        const decoders = decodersOf(color, depth);
        const what = {
          format: 'png',
          name: `${name}, a transparent color`,
          ...(decoders && { decoders }),
        };
        return [plain, byRecipe(what, { ...recipe, transparent: true })];
      }),
    ),
  ),
  described('gAMA of sRGB', { gAMA: '0000b18f' }),
  described('sRGB', { sRGB: '00' }),
  described('sBIT', { sBIT: '050605' }),
  described('cICP of sRGB', { cICP: '010d0001' }),
  described('cICP of P3', { cICP: '0c0d0001' }, { isRefused: true }),
  described('cICP of high dynamic range', { cICP: '09100001' }, { isRefused: true }),
  described('bKGD', { bKGD: '00ff00000000' }),
  described('with an unknown name', { xxXx: '0102' }),
  byRecipe(
    { format: 'png', name: 'chunks with one byte or none' },
    { builder: 'png', color: 6, depth: 8, interlaced: true, cuts: [0, 1, 0, 1, 1, 2, 0, 3, 1, 1, 1] },
  ),
  byRecipe(
    { format: 'png', name: 'bytes after the end' },
    { builder: 'png', color: 2, depth: 8, behind: 99 },
  ),
];
