import { sample } from '../support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick, written } from './written.ts';

const cat = sample('cat.png');

/** One or two characters a color, with and without a transparent one. */
export const xpmVariants: readonly Variant[] = [
  ...[2, 16, 80, 256].map((colors) =>
    byImageMagick({ format: 'xpm', name: `${colors} colors` }, [
      cat,
      '-resize',
      '61x43!',
      '-alpha',
      'remove',
      '-colors',
      String(colors),
    ]),
  ),
  byImageMagick({ format: 'xpm', name: 'a transparent color' }, [cat, '-resize', '61x43!', '-colors', '30']),
  written({ format: 'xpm', name: 'thousands of colors', isRefused: true }, 'sh', (file) => [
    '-c',
    'pngtopnm "$1" | ppmtoxpm >"$2"',
    'sh',
    cat,
    file,
  ]),
];
