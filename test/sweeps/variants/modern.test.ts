import { compareLossyPixels, comparePixels } from '../../judges/comparePixels.ts';
import { managedPixelJudge, pixelJudges, pixelsOf, turningJudge } from '../../judges/pixels.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { avifVariants, heicVariants } from '../../variants/heif.ts';
import { inkVariants } from '../../variants/inks.ts';
import { jpegVariants } from '../../variants/jpeg.ts';
import { jpeg2000Variants, computedJpeg2000Variants } from '../../variants/jpeg2000.ts';
import { jxlVariants } from '../../variants/jxl.ts';
import { photoshopVariants, transparentPhotoshopVariants } from '../../variants/photoshop.ts';
import { pngVariants } from '../../variants/png.ts';
import { webpVariants } from '../../variants/webp.ts';

const judging = { to: 'png', contentOf: pixelsOf, judges: [...pixelJudges, drawnJudge, turningJudge] };

// What is no animation becomes a plain PNG there.
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

describeVariants('A picture in inks', inkVariants, {
  ...judging,
  judges: [managedPixelJudge],
  compare: compareLossyPixels,
});
