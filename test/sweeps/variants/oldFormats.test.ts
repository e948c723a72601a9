import { comparePixels } from '../../judges/comparePixels.ts';
import { pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { pnmVariants, rareVariants, sgiVariants } from '../../variants/oldFormats.ts';

describeVariants('An image in an old format', [...pnmVariants, ...sgiVariants, ...rareVariants], {
  to: 'png',
  contentOf: pixelsOf,
  judges: pixelJudges,
  compare: comparePixels,
});
