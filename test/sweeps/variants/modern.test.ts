import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { compareLossyPixels, comparePixels } from '../../judges/comparePixels.ts';
import { imageMagick } from '../../judges/imagePrograms.ts';
import type { Judge } from '../../judges/judge.ts';
import type { Pixels } from '../../judges/pam.ts';
import { managedPixelJudge, pixelJudges, pixelsOf } from '../../judges/pixels.ts';
import { findOnPath } from '../../support/command.ts';

import { describeVariants } from '../../variants/describeVariants.ts';
import { drawnJudge } from '../../variants/drawn.ts';
import { avifVariants, heicVariants, libheif } from '../../variants/heif.ts';
import { inkVariants } from '../../variants/inks.ts';
import { jpegVariants } from '../../variants/jpeg.ts';
import { jpeg2000Variants, computedJpeg2000Variants } from '../../variants/jpeg2000.ts';
import { jxlVariants } from '../../variants/jxl.ts';
import { photoshopVariants, transparentPhotoshopVariants } from '../../variants/photoshop.ts';
import { pngVariants } from '../../variants/png.ts';
import { webpVariants } from '../../variants/webp.ts';

const exec = promisify(execFile);

/** Turns and cuts an AVIF as it is to be shown, which avifdec does not. */
const turningJudge: Judge<Pixels> = {
  program: libheif,
  isInstalled: () => findOnPath('heif-convert') !== undefined,
  read: async (file, format) => {
    if (format !== 'avif') return undefined;
    const [png, bare] = [`${file}.png`, `${file}.bare.png`];
    await exec('heif-convert', [file, png]);
    // What is upright by now still says how it was held.
    await exec(imageMagick, [png, '-strip', bare]);
    return pixelsOf(await readFile(bare));
  },
};

const judging = { to: 'png', contentOf: pixelsOf, judges: [...pixelJudges, drawnJudge, turningJudge] };

// What is no animation becomes a plain PNG there.
describeVariants('A PNG', pngVariants, { ...judging, to: 'apng', compare: comparePixels });

describeVariants('A JPEG 2000 or Photoshop file', [...jpeg2000Variants, ...photoshopVariants], {
  ...judging,
  compare: comparePixels,
});

describeVariants(
  'A photo',
  [
    ...jpegVariants,
    ...webpVariants,
    ...avifVariants,
    ...heicVariants,
    ...jxlVariants,
    ...computedJpeg2000Variants,
    ...transparentPhotoshopVariants,
  ],
  { ...judging, compare: compareLossyPixels },
);

describeVariants('A picture in inks', inkVariants, {
  ...judging,
  judges: [managedPixelJudge],
  compare: compareLossyPixels,
});
