import { compareSound, soundJudges, soundOf } from '../../judges/sound.ts';
import { withFile } from '../../support/service/lentFiles.ts';
import { describeVariants } from '../../variants/describeVariants.ts';
import { soundVariants } from '../../variants/sound.ts';

describeVariants('A sound', soundVariants, {
  to: (format) => (format === 'wav' ? 'flac' : 'wav'),
  contentOf: (output, format) => withFile(output, format, (file) => soundOf(file, format)),
  judges: soundJudges,
  compare: compareSound,
});
