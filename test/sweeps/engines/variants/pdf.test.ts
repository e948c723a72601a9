import { readFile } from 'node:fs/promises';
import { compareWords } from '../../../../tools/referenceDecoders/texts.ts';
import { describeVariants, variantsIn } from './frozen.ts';

describeVariants('The text of a PDF', variantsIn('texts'), {
  to: () => 'txt',
  contentOf: async (output) => output.toString(),
  expectedIn: (file) => readFile(file, 'utf8'),
  compare: compareWords,
});
