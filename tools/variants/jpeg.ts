import { byProgram, byRecipe } from './byRecipe.ts';
import type { Variant } from './variant.ts';

const named = (name: string, decoders?: readonly string[]): Omit<Variant, 'make'> => ({
  format: 'jpg',
  name,
  ...(decoders && { decoders }),
});
const cjpeg = (what: Omit<Variant, 'make'>, source: string, ...options: readonly string[]): Variant =>
  byProgram(what, ['cjpeg', '-quality', '92', ...options, '-outfile', '{file}', source]);

/** The number of luma samples per chroma sample, across and down; FFmpeg interpolates them differently. */
const samplings = ['1x1', '2x1', '2x2', '4x1', '1x2', '4x2', '2x4', '3x1', '1x1,2x1,2x1', '2x2,1x2,2x1'];
const fillsInAsWe = ['Pillow', 'ImageMagick'];

const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

const pillow = (what: Omit<Variant, 'make'>, recipe: object): Variant =>
  byRecipe(what, { pillow: 'JPEG', mode: 'RGB', options: { quality: 92, subsampling: 0 }, ...recipe });

const baseline = 'ffc0001108';
const refused = { isRefused: true } as const;

/** JPEG files with different coding, chroma subsampling, orientation, profile, and surrounding data. */
export const jpegVariants: readonly Variant[] = [
  ...samplings.flatMap((sampling) => [
    cjpeg(named(sampling, fillsInAsWe), '{rgb.ppm}', '-sample', sampling),
    cjpeg(named(`${sampling}, progressive`, fillsInAsWe), '{rgb.ppm}', '-progressive', '-sample', sampling),
  ]),
  cjpeg(named('arithmetic'), '{rgb.ppm}', '-arithmetic'),
  cjpeg(named('arithmetic, progressive'), '{rgb.ppm}', '-arithmetic', '-progressive'),
  cjpeg(named('a restart in each row', fillsInAsWe), '{rgb.ppm}', '-restart', '1'),
  cjpeg(named('a restart after each block', fillsInAsWe), '{rgb.ppm}', '-restart', '1B'),
  cjpeg(named('red, green and blue'), '{rgb.ppm}', '-rgb'),
  cjpeg(named('gray'), '{gray.pgm}', '-grayscale'),
  cjpeg(named('gray, progressive'), '{gray.pgm}', '-grayscale', '-progressive'),
  cjpeg(named('gray, arithmetic'), '{gray.pgm}', '-grayscale', '-arithmetic'),
  cjpeg(named('gray, sampled 2x2'), '{gray.pgm}', '-grayscale', '-sample', '2x2'),
  ...orientations.map((orientation) =>
    pillow(named(`orientation ${orientation}`, fillsInAsWe), { orientation }),
  ),
  pillow(named('a profile'), { profile: 'a98.icc' }),
  pillow(named('a profile with bytes after its end'), { profile: 'srgb.icc', filled: 100 }),
  pillow(named('a gray profile of colors'), { profile: 'default_gray.icc' }),
  pillow(named('gray with a profile'), { mode: 'L', profile: 'default_gray.icc' }),
  pillow(named('bytes after the end'), { behind: '00ff'.repeat(60) }),
  pillow(named('an image after the end'), { behind: 'ffd8ffd9' }),
  pillow(named('fill bytes before a marker'), { replaced: [['ffd8ff', 'ffd8ffffffff']] }),
  // With a declared color space, libjpeg keeps colors lossless. No program here writes 12 bits.
  pillow({ ...named('12 bits'), ...refused }, { replaced: [[baseline, 'ffc100110c']] }),
  byProgram({ ...named('lossless'), ...refused }, lossless('ljpeg', 'yuvj444p')),
  byProgram({ ...named('lossless, coarse colors'), ...refused }, lossless('ljpeg', 'yuvj420p')),
  byProgram({ ...named('JPEG-LS'), ...refused }, lossless('jpegls', 'rgb24')),
  byProgram({ ...named('JPEG-LS, gray'), ...refused }, lossless('jpegls', 'gray')),
];

function lossless(codec: string, pixels: string): readonly string[] {
  return [
    'ffmpeg',
    '-v',
    'error',
    '-i',
    '{rgb.png}',
    '-c:v',
    codec,
    '-pix_fmt',
    pixels,
    '-f',
    'image2',
    '{file}',
  ];
}
