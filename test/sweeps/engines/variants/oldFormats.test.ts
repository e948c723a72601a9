import { compareLossyPixels, comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import { otherPixelDecoders, pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { cinVariants, jngVariants } from '../../../../tools/variants/lossyFormats.ts';
import { pnmVariants, rareVariants, sgiVariants } from '../../../../tools/variants/oldFormats.ts';
import { maxvalVariants } from '../../../../tools/variants/plainFormats.ts';

const decoders = [...pixelDecoders, ...otherPixelDecoders, drawnDecoder];

describeVariants('An image in an old format', [...pnmVariants, ...sgiVariants, ...rareVariants], {
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

describeVariants('A photo in an old format', [...jngVariants, ...cinVariants], {
  to: 'png',
  contentOf: pixelsOf,
  decoders,
  compare: compareLossyPixels,
});
