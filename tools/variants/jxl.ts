import { byProgram } from './byRecipe.ts';
import type { Variant } from './variant.ts';

const cjxl = (name: string, source: string, ...options: readonly string[]): Variant =>
  byProgram({ format: 'jxl', name }, ['cjxl', '--quiet', source, ...options, '{file}']);

const sources = ['rgb', 'rgba', 'gray', 'grayAlpha', 'rgb16', 'rgba16', 'gray16', 'grayAlpha16'];
const codings = {
  lossless: ['-d', '0'],
  lossy: ['-d', '1'],
  'lossy, modular': ['-d', '1', '-m', '1'],
};

/** JPEG XL files with different colors, depth, coding, and orientation. */
export const jxlVariants: readonly Variant[] = [
  ...sources.flatMap((source) =>
    Object.entries(codings).map(([name, options]) =>
      cjxl(`${source}, ${name}`, `{${source}.png}`, ...options),
    ),
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    cjxl(`orientation ${orientation}`, `{orientation-${orientation}.jpg}`),
  ),
  cjxl('in boxes', '{rgb.png}', '--container=1'),
  cjxl('progressive', '{rgb.png}', '-p'),
  cjxl('progressive, lossless', '{rgb.png}', '-p', '-d', '0'),
  cjxl('a JPEG, packed anew', '{rgb.jpg}'),
  cjxl('a gray JPEG, packed anew', '{gray.jpg}'),
  cjxl('real numbers', '{float.pfm}', '-d', '0'),
  cjxl('real numbers, lossy', '{float.pfm}', '-d', '1'),
  cjxl('multiplied by alpha', '{rgba.png}', '-d', '0', '--premultiply=1'),
  cjxl('animated', '{moving.gif}'),
];
