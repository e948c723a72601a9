import { readFile } from 'node:fs/promises';
import { compareLossyPixels, comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import {
  compareFrames,
  framesOf,
  type PreservedProperties,
} from '../../../../tools/referenceDecoders/frames.ts';
import { describeVariants, variantsIn } from './frozen.ts';

const milliseconds: PreservedProperties = { stepMs: 1, plays: true };
const lossless = { lossless: true };

/** For each animation format, the options of a conversion to it, and the way to compare the frames. */
const targets = {
  apng: { options: {}, compare: compareFrames(comparePixels, milliseconds) },
  webp: { options: lossless, compare: compareFrames(comparePixels, milliseconds) },
  jxl: { options: lossless, compare: compareFrames(comparePixels, milliseconds) },
  gif: { options: {}, compare: compareFrames(compareLossyPixels, { stepMs: 10, plays: true }) },
  // The pages of a TIFF have no durations.
  tiff: { options: {}, compare: compareFrames(comparePixels, {}) },
};

/** A pixel of a GIF is either opaque or transparent. */
const isMixed = (name: string): boolean => /half-transparent|holes-that-replace/.test(name);

for (const [to, { options, compare }] of Object.entries(targets)) {
  const variants = [...variantsIn('animations')].filter(
    ([name]) => !name.endsWith(`.${to}`) && !(to === 'gif' && isMixed(name)),
  );
  describeVariants(`An animation as ${to}`, new Map(variants), {
    to: () => to,
    options,
    contentOf: framesOf,
    expectedIn: async (file) => framesOf(await readFile(file), 'apng'),
    compare,
  });
}
