import { comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import { otherPixelDecoders, pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { maxvalVariants, pnmVariants } from '../../../../tools/variants/pnm.ts';

const decoders = [...pixelDecoders, ...otherPixelDecoders, drawnDecoder];

describeVariants('A Netpbm image', pnmVariants, {
  to: 'png',
  contentOf: pixelsOf,
  decoders: pixelDecoders,
  compare: comparePixels,
});

describeVariants('A Netpbm image with any white value', maxvalVariants, {
  to: 'png',
  contentOf: pixelsOf,
  decoders,
  compare: comparePixels,
});
