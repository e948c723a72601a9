import { compareLossyPixels, comparePixels } from '../../judges/comparePixels.ts';
import { otherPixelJudges, pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { ddsVariants } from '../../variants/dds.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { sunVariants } from '../../variants/sun.ts';
import { tiffVariants, workedOutTiffVariants } from '../../variants/tiff.ts';

const judging = {
  to: 'png',
  contentOf: pixelsOf,
  judges: [...pixelJudges, ...otherPixelJudges, drawnJudge],
} as const;

describeVariants('A TIFF, DDS or Sun raster', [...tiffVariants, ...ddsVariants, ...sunVariants], {
  ...judging,
  compare: comparePixels,
});

describeVariants('A TIFF whose colors are worked out', workedOutTiffVariants, {
  ...judging,
  compare: compareLossyPixels,
});
