import { compareLossyPixels, comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import { otherPixelDecoders, pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { ddsVariants } from '../../../../tools/variants/dds.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { tiffVariants, computedTiffVariants } from '../../../../tools/variants/tiff.ts';

const judging = {
  to: 'png',
  contentOf: pixelsOf,
  decoders: [...pixelDecoders, ...otherPixelDecoders, drawnDecoder],
} as const;

describeVariants('A TIFF or DDS', [...tiffVariants, ...ddsVariants], {
  ...judging,
  compare: comparePixels,
});

describeVariants('A TIFF with computed colors', computedTiffVariants, {
  ...judging,
  compare: compareLossyPixels,
});
