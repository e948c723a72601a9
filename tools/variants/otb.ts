import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const sizes = [
  [7, 9],
  [8, 8],
  [72, 28],
  [255, 255],
  [300, 11],
  [11, 300],
];

/** OTB with a single part, whose rows are padded to bytes, with its size in bytes and in words. */
export const otbVariants: readonly Variant[] = sizes.map((size) =>
  drawn({ format: 'otb', name: size.join(' × '), decoders: [drawnPicture, 'ImageMagick'] }, { size }),
);
