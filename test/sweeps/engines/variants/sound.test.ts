import { compareSound, soundOf } from '../../../../tools/referenceDecoders/sound.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { describeVariants, variantsIn } from './frozen.ts';

describeVariants('A sound', variantsIn('sounds'), {
  to: (format) => (format === 'wav' ? 'flac' : 'wav'),
  contentOf: (output, format) => withFile(output, format, (file) => soundOf(file, format)),
  expectedIn: (file) => soundOf(file, 'flac'),
  compare: compareSound,
});
