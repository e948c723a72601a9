import { comparePixels } from '../../judges/comparePixels.ts';
import { otherPixelJudges, pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { bmpVariants } from '../../variants/bmp.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { gifVariants } from '../../variants/gif.ts';
import { icoVariants } from '../../variants/ico.ts';
import { dcxVariants, pcxVariants } from '../../variants/pcx.ts';
import { tgaVariants } from '../../variants/tga.ts';
import { twoColorVariants } from '../../variants/twoColors.ts';
import { xpmVariants } from '../../variants/xpm.ts';

const variants = [
  ...bmpVariants,
  ...tgaVariants,
  ...pcxVariants,
  ...dcxVariants,
  ...icoVariants,
  ...gifVariants,
  ...twoColorVariants,
  ...xpmVariants,
];

describeVariants('An image of dots', variants, {
  to: 'png',
  contentOf: pixelsOf,
  judges: [...pixelJudges, ...otherPixelJudges, drawnJudge],
  compare: comparePixels,
});
