import { drawn, drawnPicture } from './drawn.ts';
import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

type Recipe = Readonly<Record<string, unknown>>;

function variant(name: string, recipe: Recipe, ...others: readonly string[]): Variant {
  return drawn({ format: 'pict', name, judges: [drawnPicture, ...others] }, recipe);
}

const magick = 'ImageMagick';

/** Of a photo hardly a row can be packed; how it tells their lengths depends on the width. */
const widths = [40, 61, 63, 66, 67, 75, 80, 83, 84, 130];
const photos = widths.map((width) =>
  byImageMagick({ format: 'pict', name: `a photo of ${width} pixels`, judges: [magick, 'GraphicsMagick'] }, [
    sample('coffee.jpg'),
    '-resize',
    `${width}x40!`,
  ]),
);

/** Pictures of QuickDraw by depth, packing, version, and what their pixels are drawn into. */
export const pictVariants: readonly Variant[] = [
  variant('version 1, a bitmap', { version: 1, bits: 1, bitmap: true }),
  variant('version 1, a bitmap, not packed', { version: 1, bits: 1, bitmap: true, plain: true }),
  variant('a bitmap', { bits: 1, bitmap: true }),
  variant('a bitmap, not packed', { bits: 1, bitmap: true, plain: true }),
  variant('a bitmap in an ink', { bits: 1, bitmap: true, ink: [200, 30, 90] }),
  ...[1, 2, 4, 8].flatMap((bits) => [
    variant(`${bits} bits`, { bits }, magick),
    variant(`${bits} bits, colors in order`, { bits, device: true }, magick),
    variant(`${bits} bits, not packed`, { bits, plain: true }),
  ]),
  ...[0, 1, 3].map((pack) => variant(`16 bits, packed by ${pack}`, { bits: 16, pack })),
  ...[0, 1, 2, 4].map((pack) => variant(`32 bits, packed by ${pack}`, { bits: 32, pack })),
  ...[0, 1, 4].map((pack) =>
    variant(`32 bits and alpha, packed by ${pack}`, { bits: 32, alpha: true, pack }),
  ),
  ...[0, 1].map((pack) =>
    variant(`32 bits, longer rows, packed by ${pack}`, { bits: 32, pack, row_bytes: 160 }),
  ),
  variant('lengths in words for short rows', { bits: 32, count: 2 }),
  variant('8 bits, long rows', { bits: 8, row_bytes: 256 }),
  variant('8 bits, long rows, lengths in bytes', { bits: 8, row_bytes: 256, count: 1 }),
  variant('bands', { bits: 32, rows: 7 }, magick),
  variant('a region', { bits: 32, region: true }, magick),
  variant('over what was drawn before', { bits: 32, drawn_upon: true }),
  variant('away from the corner', { bits: 8, corner: [-40, 90] }),
  variant('more pixels than points', { bits: 8, points: [12, 8] }),
  variant('without the header of a file', { bits: 16, bare: true }),
  variant('8 bits, drawn over white', { bits: 8, mode: 36 }),
  ...photos,
  drawn({ format: 'pict', name: 'mixed', isRefused: true }, { bits: 8, mode: 2 }),
];

/** Those that hold a JPEG. */
export const compressedPictVariants: readonly Variant[] = [
  variant('a JPEG of QuickTime', { bits: 'jpeg' }),
  // ImageMagick and GraphicsMagick read it with black spots in its highlights.
  byImageMagick({ format: 'pict', name: 'a JPEG of QuickTime, by ImageMagick', judges: ['FFmpeg'] }, [
    sample('coffee.jpg'),
    '-resize',
    '80x60!',
    '-compress',
    'jpeg',
  ]),
];
