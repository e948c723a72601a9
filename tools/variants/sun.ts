import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const types = ['old', 'standard', 'run-length', 'RGB'] as const;
const depths = [
  { bits: 1 },
  { bits: 1, map: true },
  { bits: 8 },
  { bits: 8, map: true },
  { bits: 24 },
  { bits: 32 },
] as const;

/** FFmpeg and Netpbm know all of them; Netpbm and Pillow take the two colors of a map for black and white. */
function judgesOf(recipe: (typeof depths)[number]): string[] {
  const isMappedBit = recipe.bits === 1 && 'map' in recipe;
  return isMappedBit ? [drawnPicture] : [drawnPicture, 'FFmpeg'];
}

/** Sun rasters by depth, map and type. */
export const sunVariants: readonly Variant[] = types.flatMap((name, type) =>
  depths.map((recipe) =>
    drawn(
      {
        format: 'ras',
        name: [name, `${recipe.bits} bits`, ...('map' in recipe ? ['colors by number'] : [])].join(', '),
        judges: judgesOf(recipe),
      },
      { ...recipe, type },
    ),
  ),
);
