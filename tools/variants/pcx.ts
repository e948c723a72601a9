import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

interface Recipe {
  readonly bits: number;
  readonly planes: number;
  readonly [field: string]: unknown;
}

function variant(name: string, recipe: Recipe, second: string): Variant {
  return drawn({ format: 'pcx', name, decoders: [drawnPicture, second] }, recipe);
}

const refused = (name: string, recipe: Recipe): Variant =>
  drawn({ format: 'pcx', name, isRefused: true }, recipe);

const kinds = [
  { bits: 1, planes: 1, black_and_white: true },
  { bits: 1, planes: 2 },
  { bits: 1, planes: 3 },
  { bits: 1, planes: 4 },
  { bits: 2, planes: 1 },
  { bits: 4, planes: 1 },
  { bits: 8, planes: 1 },
  { bits: 8, planes: 3 },
  { bits: 8, planes: 4 },
];

const nameOf = ({ bits, planes, ...others }: Recipe): string =>
  [`${bits} bits, ${planes} planes`, ...Object.keys(others)].join(', ').replaceAll('_', ' ');

/** PCX files with different depths, planes, and palettes. */
export const pcxVariants: readonly Variant[] = [
  ...kinds.map((kind) => variant(nameOf(kind), kind, 'GraphicsMagick')),
  ...kinds.map((kind) => variant(`${nameOf(kind)}, not packed`, { ...kind, plain: true }, 'GraphicsMagick')),
  variant('a window that is not at the corner', { bits: 8, planes: 3, corner: [5, 9] }, 'Pillow'),
  refused('grays without a palette', { bits: 8, planes: 1, grey: true }),
  refused('one bit, colors', { bits: 1, planes: 1 }),
  variant('one bit, white first', { bits: 1, planes: 1, white_first: true }, 'Netpbm'),
  variant('one bit, version 3', { bits: 1, planes: 1, black_and_white: true, version: 3 }, 'Pillow'),
];
