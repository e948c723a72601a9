import { compareSound, soundDecoders, soundOf } from '../../../../tools/referenceDecoders/sound.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { soundVariants } from '../../../../tools/variants/sound.ts';

describeVariants('A sound', soundVariants, {
  to: (format) => (format === 'wav' ? 'flac' : 'wav'),
  contentOf: (output, format) => withFile(output, format, (file) => soundOf(file, format)),
  decoders: soundDecoders,
  compare: compareSound,
});
