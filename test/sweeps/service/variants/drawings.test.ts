import { compareDrawings } from '../../../../tools/judges/compareDrawings.ts';
import { pixelJudges, pixelsOf } from '../../../../tools/judges/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { svgVariants } from '../../../../tools/variants/svg.ts';

describeVariants('A drawing', svgVariants, {
  to: 'png',
  contentOf: pixelsOf,
  judges: pixelJudges,
  compare: compareDrawings,
});
