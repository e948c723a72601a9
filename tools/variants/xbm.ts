import { sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick } from './written.ts';

/** XBM files, whose rows are padded to bytes. */
export const xbmVariants: readonly Variant[] = [7, 8, 61, 130].map((width) =>
  byImageMagick({ format: 'xbm', name: `${width} pixels a row` }, [
    sample('cat.png'),
    '-alpha',
    'remove',
    '-resize',
    `${width}x43!`,
    '-monochrome',
  ]),
);
