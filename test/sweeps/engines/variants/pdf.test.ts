import { readFile } from 'node:fs/promises';
import { comparePdfText, pdfTextOf } from '../../../../tools/referenceDecoders/pdfText.ts';
import { describeVariants, variantsIn } from './frozen.ts';

describeVariants('The text of a PDF', variantsIn('texts'), {
  to: () => 'txt',
  contentOf: pdfTextOf,
  expectedIn: (file) => readFile(file, 'utf8'),
  compare: comparePdfText,
});
