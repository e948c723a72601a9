import { byProgram } from './byRecipe.ts';
import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

/** White values that aren't the maximum of one byte or two. */
const maxvals = [1, 5, 100, 254, 256, 1000, 40_000];
const maxvalsOfText = [5, 254, 1000];

function maxvalVariant(format: string, channels: number, maxval: number, text = false): Variant {
  const name = `${channels} channels up to ${maxval}${text ? ', text' : ''}`;
  const recipe = { channels, maxval, text, pam: format === 'pam' };
  // ImageMagick misreads these variants.
  if (maxval === 40_000 || (channels === 2 && maxval === 1))
    return drawn({ format, name, isRefused: true }, recipe);
  return drawn(
    { format, name, decoders: [drawnPicture, ...secondDecoder(format, channels, maxval)] },
    recipe,
  );
}

/** A second program that reads the variant. Each one misreads some: grays, transparency, or incomplete bytes. */
function secondDecoder(format: string, channels: number, maxval: number): readonly string[] {
  if (format !== 'pam') return ['Pillow'];
  if (maxval > 255) return ['FFmpeg'];
  if (channels % 2 === 1) return ['ImageMagick'];
  return maxval === 1 ? [] : ['GraphicsMagick'];
}

/** PGM, PPM, and PAM files with different white values. */
export const maxvalVariants: readonly Variant[] = [
  ...maxvals.flatMap((maxval) => [
    maxvalVariant('pgm', 1, maxval),
    maxvalVariant('ppm', 3, maxval),
    ...[1, 2, 3, 4].map((channels) => maxvalVariant('pam', channels, maxval)),
  ]),
  ...maxvalsOfText.flatMap((maxval) => [
    maxvalVariant('pgm', 1, maxval, true),
    maxvalVariant('ppm', 3, maxval, true),
  ]),
];

/** QOI files with every kind of chunk, and files written by other programs. */
export const qoiVariants: readonly Variant[] = [
  ...[3, 4].map((channels) =>
    drawn({ format: 'qoi', name: `${channels} channels`, decoders: [drawnPicture, 'FFmpeg'] }, { channels }),
  ),
  // Other programs ignore this flag.
  drawn({ format: 'qoi', name: 'linear light', decoders: [drawnPicture] }, { channels: 4, linear: true }),
  ...['rgb', 'rgba', 'gray'].map((source) =>
    byProgram({ format: 'qoi', name: `${source}, by FFmpeg` }, [
      'ffmpeg',
      '-v',
      'error',
      '-i',
      `{${source}.png}`,
      '{file}',
    ]),
  ),
];
