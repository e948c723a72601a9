import { readFile } from 'node:fs/promises';
import {
  compareDrawings,
  compareLossyPixels,
  comparePixels,
} from '../../../../tools/referenceDecoders/comparePixels.ts';
import { pixelsOf } from '../../../../tools/referenceDecoders/pixels.ts';
import { describeVariants, variantsIn } from './frozen.ts';

const check = {
  // As an APNG, a still image is a plain PNG.
  to: (format: string) => (format === 'png' ? 'apng' : 'png'),
  contentOf: async (output: Buffer) => pixelsOf(output),
  expectedIn: async (file: string) => pixelsOf(await readFile(file)),
};

describeVariants('A picture', variantsIn('pictures'), { ...check, compare: comparePixels });
describeVariants('A photo', variantsIn('photos'), { ...check, compare: compareLossyPixels });
describeVariants('A drawing', variantsIn('drawings'), { ...check, compare: compareDrawings });
