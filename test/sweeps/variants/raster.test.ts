import { comparePixels } from '../../judges/comparePixels.ts';
import { otherPixelJudges, pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { bmpVariants } from '../../variants/bmp.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { gifVariants } from '../../variants/gif.ts';
import { icnsVariants } from '../../variants/icns.ts';
import { icoVariants } from '../../variants/ico.ts';
import { otbVariants } from '../../variants/otb.ts';
import { dcxVariants, pcxVariants } from '../../variants/pcx.ts';
import { pictVariants } from '../../variants/pict.ts';
import { farbfeldVariants, qoiVariants } from '../../variants/plainFormats.ts';
import { tgaVariants } from '../../variants/tga.ts';
import { twoColorVariants } from '../../variants/twoColors.ts';
import { xpmVariants } from '../../variants/xpm.ts';

const variants = [
  ...bmpVariants,
  ...tgaVariants,
  ...pcxVariants,
  ...dcxVariants,
  ...icoVariants,
  ...icnsVariants,
  ...gifVariants,
  ...twoColorVariants,
  ...xpmVariants,
  ...otbVariants,
  ...pictVariants,
  ...qoiVariants,
  ...farbfeldVariants,
];

describeVariants('An image of dots', variants, {
  to: 'png',
  contentOf: (output) => pixelsOf(output),
  judges: [...pixelJudges, ...otherPixelJudges, drawnJudge],
  compare: comparePixels,
});
