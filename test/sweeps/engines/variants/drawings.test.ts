import { compareDrawings } from '../../../../tools/referenceDecoders/compareDrawings.ts';
import { pixelDecoders, pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { svgVariants } from '../../../../tools/variants/svg.ts';

describeVariants('A drawing', svgVariants, {
  to: 'png',
  contentOf: pixelsOf,
  decoders: pixelDecoders,
  compare: compareDrawings,
});
