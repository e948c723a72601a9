import { sample } from '../../test/support/service/fixtures.ts';
import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

const opaque = ['-background', 'gold', '-alpha', 'remove', '-alpha', 'off'];

function written(format: string, name: string, ...args: readonly string[]): Variant {
  return byImageMagick({ format, name }, [
    sample('cat.png'),
    '-resize',
    '61x43!',
    '-strip',
    ...opaque,
    ...args,
  ]);
}

const inDepths = (format: string, ...args: readonly string[]): Variant[] =>
  [1, 2, 4, 8, 10, 12, 16].flatMap((depth) => [
    written(format, `${depth} bits`, ...args, '-depth', String(depth)),
    written(format, `${depth} bits, text`, ...args, '-depth', String(depth), '-compress', 'none'),
  ]);

/** PBM, PGM, and PPM files that use all levels of their bit depths. */
export const pnmVariants: readonly Variant[] = [
  ...inDepths('pgm', '-colorspace', 'gray'),
  ...inDepths('ppm'),
  written('pbm', 'ink', '-monochrome'),
  written('pbm', 'ink, text', '-monochrome', '-compress', 'none'),
];

/** White values that aren't the maximum of one byte or two. */
const maxvals = [1, 5, 100, 254, 256, 1000, 40_000];
const maxvalsOfText = [5, 254, 1000];

function maxvalVariant(format: string, channels: number, maxval: number, text = false): Variant {
  const name = `up to ${maxval}${text ? ', text' : ''}`;
  const recipe = { channels, maxval, text };
  // ImageMagick misreads these variants.
  if (maxval === 40_000) return drawn({ format, name, isRefused: true }, recipe);
  return drawn({ format, name, decoders: [drawnPicture, 'Pillow'] }, recipe);
}

/** PGM and PPM files with different white values. */
export const maxvalVariants: readonly Variant[] = [
  ...maxvals.flatMap((maxval) => [maxvalVariant('pgm', 1, maxval), maxvalVariant('ppm', 3, maxval)]),
  ...maxvalsOfText.flatMap((maxval) => [
    maxvalVariant('pgm', 1, maxval, true),
    maxvalVariant('ppm', 3, maxval, true),
  ]),
];
