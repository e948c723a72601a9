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

/** OTB files with a single part and with rows padded to bytes. The size takes one byte or two. */
export const otbVariants: readonly Variant[] = sizes.map((size) =>
  drawn({ format: 'otb', name: size.join(' × '), decoders: [drawnPicture, 'ImageMagick'] }, { size }),
);
