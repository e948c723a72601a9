import { imageMagick } from '../referenceDecoders/imagePrograms.ts';
import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { written } from './written.ts';

/**
 * Icons of macOS, written by icnsutils. Small icons are run-length encoded with a mask; the others are complete files.
 */
export const icnsVariants: readonly Variant[] = [
  [16],
  [32],
  [48],
  [128],
  [256],
  [512],
  [16, 128],
  [48, 256],
].map((sides) =>
  written({ format: 'icns', name: sides.join(' and '), decoders: ['Pillow'] }, 'sh', (file) => [
    '-c',
    'for side in $3; do "$4" "$1" -resize "${side}x$side!" "PNG32:$2.$side.png"; done; png2icns "$2" "$2".*.png',
    'sh',
    sample('cat.png'),
    file,
    sides.join(' '),
    imageMagick,
  ]),
);
