import { comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import { otherPixelDecoders, pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { bmpVariants } from '../../../../tools/variants/bmp.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { gifVariants } from '../../../../tools/variants/gif.ts';
import { icnsVariants } from '../../../../tools/variants/icns.ts';
import { icoVariants } from '../../../../tools/variants/ico.ts';
import { qoiVariants } from '../../../../tools/variants/qoi.ts';
import { tgaVariants } from '../../../../tools/variants/tga.ts';
import { xbmVariants } from '../../../../tools/variants/xbm.ts';
import { xpmVariants } from '../../../../tools/variants/xpm.ts';

const variants = [
  ...bmpVariants,
  ...tgaVariants,
  ...icoVariants,
  ...icnsVariants,
  ...gifVariants,
  ...xbmVariants,
  ...xpmVariants,
  ...qoiVariants,
];

describeVariants('A raster image', variants, {
  to: 'png',
  contentOf: (output) => pixelsOf(output),
  decoders: [...pixelDecoders, ...otherPixelDecoders, drawnDecoder],
  compare: comparePixels,
});
