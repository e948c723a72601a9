import { comparePixels } from '../../judges/comparePixels.ts';
import { pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { xpmVariants } from '../../variants/xpm.ts';

describeVariants('An image of dots', xpmVariants, {
  to: 'png',
  contentOf: (output) => pixelsOf(output),
  judges: pixelJudges,
  compare: comparePixels,
});
