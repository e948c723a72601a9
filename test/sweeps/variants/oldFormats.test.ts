import { compareLossyPixels, comparePixels } from '../../judges/comparePixels.ts';
import { otherPixelJudges, pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { cinVariants, jngVariants } from '../../variants/lossyFormats.ts';
import { pnmVariants, rareVariants, sgiVariants } from '../../variants/oldFormats.ts';
import { compressedPictVariants } from '../../variants/pict.ts';
import { maxvalVariants } from '../../variants/plainFormats.ts';

const judges = [...pixelJudges, ...otherPixelJudges, drawnJudge];

describeVariants('An image in an old format', [...pnmVariants, ...sgiVariants, ...rareVariants], {
  to: 'png',
  contentOf: pixelsOf,
  judges: pixelJudges,
  compare: comparePixels,
});

describeVariants('An image of the PNM family with any white', maxvalVariants, {
  to: 'png',
  contentOf: pixelsOf,
  judges,
  compare: comparePixels,
});

describeVariants('A photo in an old format', [...jngVariants, ...cinVariants, ...compressedPictVariants], {
  to: 'png',
  contentOf: pixelsOf,
  judges,
  compare: compareLossyPixels,
});
