import { byProgram } from './byRecipe.ts';
import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

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
