import { compareLossyPixels, comparePixels } from '../../../../tools/referenceDecoders/comparePixels.ts';
import {
  compareFrames,
  drawnFramesDecoder,
  framesOf,
  type PreservedProperties,
} from '../../../../tools/referenceDecoders/frames.ts';
import { animationVariants, mixedAnimationVariants } from '../../../../tools/variants/animations.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';

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

for (const [to, { options, compare }] of Object.entries(targets)) {
  // A pixel of a GIF is either opaque or transparent.
  const variants = to === 'gif' ? animationVariants : [...animationVariants, ...mixedAnimationVariants];
  const others = variants.filter(({ format }) => format !== to);
  describeVariants(`An animation as ${to}`, others, {
    to,
    options,
    contentOf: framesOf,
    decoders: [drawnFramesDecoder],
    compare,
  });
}
