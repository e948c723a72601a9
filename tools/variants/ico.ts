import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const kinds: Readonly<Record<string, object>> = {
  ...Object.fromEntries([1, 4, 8, 24, 32].map((bits) => [`${bits} bits`, { bits }])),
  ...Object.fromEntries([1, 8, 24].map((bits) => [`${bits} bits, no mask`, { bits, opaque: true }])),
  png: { png: true },
};

/** Icons and cursors with bitmaps of different depths, with and without a mask, or with a PNG. */
export const icoVariants: readonly Variant[] = ['ico', 'cur'].flatMap((format) =>
  Object.entries(kinds).map(([name, recipe]) =>
    drawn({ format, name, decoders: [drawnPicture, 'ImageMagick'] }, { ...recipe, cursor: format === 'cur' }),
  ),
);
