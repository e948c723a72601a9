import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

interface Recipe {
  readonly bits: number;
  readonly planes: number;
  readonly [field: string]: unknown;
}

function variant(name: string, recipe: Recipe, second?: string): Variant {
  const judges = [drawnPicture, ...(second === undefined ? [] : [second])];
  return drawn({ format: 'pcx', name, judges }, recipe);
}

/** GraphicsMagick knows all kinds but grays without a palette, which FFmpeg knows packed. */
const secondDecoder = ({ grey }: Recipe): string | undefined =>
  grey === undefined ? 'GraphicsMagick' : undefined;

const kinds = [
  { bits: 1, planes: 1, black_and_white: true },
  { bits: 1, planes: 2 },
  { bits: 1, planes: 3 },
  { bits: 1, planes: 4 },
  { bits: 2, planes: 1 },
  { bits: 4, planes: 1 },
  { bits: 8, planes: 1 },
  { bits: 8, planes: 1, grey: true },
  { bits: 8, planes: 3 },
  { bits: 8, planes: 4 },
];

const nameOf = ({ bits, planes, ...others }: Recipe): string =>
  [`${bits} bits, ${planes} planes`, ...Object.keys(others)].join(', ').replaceAll('_', ' ');

/** PCX by depth, planes and palette. */
export const pcxVariants: readonly Variant[] = [
  ...kinds.map((kind) => variant(nameOf(kind), kind, secondDecoder(kind))),
  ...kinds.map((kind) =>
    variant(`${nameOf(kind)}, not packed`, { ...kind, plain: true }, secondDecoder(kind)),
  ),
  variant('a window that is not at the corner', { bits: 8, planes: 3, corner: [5, 9] }, 'Pillow'),
  variant('one bit, colors', { bits: 1, planes: 1 }, 'Netpbm'),
  variant('one bit, white first', { bits: 1, planes: 1, white_first: true }, 'Netpbm'),
  variant('one bit, version 3', { bits: 1, planes: 1, black_and_white: true, version: 3 }, 'Pillow'),
];

/** DCX, of which the first page is read. */
export const dcxVariants: readonly Variant[] = [
  drawn(
    { format: 'dcx', name: 'two pages', judges: [drawnPicture, 'ImageMagick'] },
    { pages: [kinds[6], kinds[8]] },
  ),
  drawn({ format: 'dcx', name: 'one page', judges: [drawnPicture, 'Pillow'] }, { pages: [kinds[8]] }),
];
