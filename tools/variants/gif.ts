import { image, sample } from '../../test/support/service/fixtures.ts';
import type { Variant } from './variant.ts';
import { byImageMagick, written } from './written.ts';

const cat = [sample('cat.png'), '-resize', '61x43!'];
const opaque = [...cat, '-background', 'white', '-alpha', 'remove', '-alpha', 'off'];
const turned = ['(', '+clone', '-negate', '-repage', '+9+7', ')', '-set', 'delay', '0'];

function variant(name: string, args: readonly string[]): Variant {
  return byImageMagick({ format: 'gif', name }, args);
}

/**
 * GIFs of both versions, in rows of any order, with and without a transparent color. Only the first frame of an
 * animation counts.
 */
export const gifVariants: readonly Variant[] = [
  ...[2, 3, 16, 100, 256].map((colors) =>
    variant(`${colors} colors`, [...opaque, '-colors', String(colors)]),
  ),
  variant('interlaced', [...opaque, '-interlace', 'GIF']),
  variant('a transparent color', cat),
  variant('interlaced, a transparent color', [...cat, '-interlace', 'GIF']),
  written({ format: 'gif', name: '87a' }, 'gm', (file) => ['convert', image('palette.png'), `GIF87:${file}`]),
  ...['none', 'background', 'previous'].map((dispose) =>
    variant(`frames, disposal ${dispose}`, [...opaque, ...turned, '-dispose', dispose]),
  ),
  variant('frames with palettes of their own', [
    ...opaque,
    '(',
    '-clone',
    '0',
    '-modulate',
    '100,100,30',
    ')',
  ]),
];
