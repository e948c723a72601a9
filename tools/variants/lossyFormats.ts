import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

const cat = [sample('cat.png'), '-resize', '61x43!'];
const coffee = [sample('coffee.jpg'), '-resize', '61x43!', '-strip'];

const jng = (name: string, ...args: readonly string[]): Variant =>
  byImageMagick({ format: 'jng', name, decoders: ['ImageMagick', 'GraphicsMagick'] }, args);
const cin = (name: string, ...args: readonly string[]): Variant =>
  byImageMagick({ format: 'cin', name, decoders: ['ImageMagick'] }, args);

/** JNG files, which store transparency beside a JPEG. */
export const jngVariants: readonly Variant[] = [
  jng('transparent', ...cat),
  jng('transparent, coarse', ...cat, '-quality', '50'),
  jng('transparent greys', ...cat, '-colorspace', 'gray'),
  jng('transparent, coarse colors', ...cat, '-sampling-factor', '2x2'),
  jng('colors', ...coffee),
  jng('colors, progressive', ...coffee, '-interlace', 'line'),
  jng('greys', ...coffee, '-colorspace', 'gray'),
];

/** Cineon files, whose brightness curve no other program here supports. */
export const cinVariants: readonly Variant[] = [
  cin('colors', ...coffee),
  cin('colors, little-endian', ...coffee, '-endian', 'LSB'),
  cin('greys', ...coffee, '-colorspace', 'gray'),
  cin('rows that are no whole words', ...coffee, '-resize', '62x40!'),
];
