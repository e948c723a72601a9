import { compareLossyPixels, comparePixels } from '../../../../tools/judges/comparePixels.ts';
import { otherPixelJudges, pixelJudges, pixelsOf } from '../../../../tools/judges/pixels.ts';
import { ddsVariants } from '../../../../tools/variants/dds.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { drawnJudge } from '../../../../tools/variants/drawn.ts';
import { tiffVariants, workedOutTiffVariants } from '../../../../tools/variants/tiff.ts';

const judging = {
  to: 'png',
  contentOf: pixelsOf,
  judges: [...pixelJudges, ...otherPixelJudges, drawnJudge],
} as const;

describeVariants('A TIFF or DDS', [...tiffVariants, ...ddsVariants], {
  ...judging,
  compare: comparePixels,
});

describeVariants('A TIFF whose colors are worked out', workedOutTiffVariants, {
  ...judging,
  compare: compareLossyPixels,
});
