import { comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import { otherPixelDecoders, pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { pnmVariants, sgiVariants } from '../../../../tools/variants/oldFormats.ts';
import { maxvalVariants } from '../../../../tools/variants/plainFormats.ts';

const decoders = [...pixelDecoders, ...otherPixelDecoders, drawnDecoder];

describeVariants('An image in an old format', [...pnmVariants, ...sgiVariants], {
  to: 'png',
  contentOf: pixelsOf,
  decoders: pixelDecoders,
  compare: comparePixels,
});

describeVariants('A PNM image with any white value', maxvalVariants, {
  to: 'png',
  contentOf: pixelsOf,
  decoders,
  compare: comparePixels,
});
