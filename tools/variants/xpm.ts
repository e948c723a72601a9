import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

const cat = sample('cat.png');

/** XPM files with one to three characters per color, with and without a transparent color. */
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
  ...[30, 700].map((colors) =>
    byImageMagick({ format: 'xpm', name: `${colors} colors, one of them transparent` }, [
      cat,
      '-resize',
      '61x43!',
      '-channel',
      'A',
      '-threshold',
      '50%',
      '+channel',
      '-colors',
      String(colors),
    ]),
  ),
];
