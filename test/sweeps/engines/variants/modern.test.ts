import { compareLossyPixels, comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import {
  managedPixelDecoder,
  pixelDecoders,
  pixelsOf,
  turningDecoder,
} from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnDecoder } from '../../../../tools/variants/drawn.ts';
import { avifVariants, heicVariants } from '../../../../tools/variants/heif.ts';
import { inkVariants } from '../../../../tools/variants/inks.ts';
import { jpegVariants } from '../../../../tools/variants/jpeg.ts';
import { jpeg2000Variants, computedJpeg2000Variants } from '../../../../tools/variants/jpeg2000.ts';
import { jxlVariants } from '../../../../tools/variants/jxl.ts';
import { photoshopVariants, transparentPhotoshopVariants } from '../../../../tools/variants/photoshop.ts';
import { pngVariants } from '../../../../tools/variants/png.ts';
import { webpVariants } from '../../../../tools/variants/webp.ts';

const judging = {
  to: 'png',
  contentOf: pixelsOf,
  decoders: [...pixelDecoders, drawnDecoder, turningDecoder],
};

// As an APNG, a still image is a plain PNG.
describeVariants('A PNG', pngVariants, { ...judging, to: 'apng', compare: comparePixels });

describeVariants('A JPEG 2000 or Photoshop file', [...jpeg2000Variants, ...photoshopVariants], {
  ...judging,
  compare: comparePixels,
});

describeVariants(
  'A photo',
  [
    ...jpegVariants,
    ...webpVariants,
    ...avifVariants,
    ...heicVariants,
    ...jxlVariants,
    ...computedJpeg2000Variants,
    ...transparentPhotoshopVariants,
  ],
  { ...judging, compare: compareLossyPixels },
);

describeVariants('A CMYK picture', inkVariants, {
  ...judging,
  decoders: [managedPixelDecoder],
  compare: compareLossyPixels,
});
