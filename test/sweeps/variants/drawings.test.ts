import { compareDrawings } from '../../judges/compareDrawings.ts';
import { pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { svgVariants } from '../../variants/svg.ts';

describeVariants('A drawing', svgVariants, {
  to: 'png',
  contentOf: pixelsOf,
  judges: pixelJudges,
  compare: compareDrawings,
});
