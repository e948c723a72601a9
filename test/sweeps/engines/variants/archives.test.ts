import {
  archiveDecoders,
  archiveOf,
  compareArchives,
} from '../../../../tools/referenceDecoders/archiveHashes.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { archiveVariants } from '../../../../tools/variants/archives.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';

describeVariants('An archive', archiveVariants, {
  to: (format) => (format.startsWith('tar') ? 'zip' : 'tar'),
  contentOf: (output, format) => withFile(output, format, (file) => archiveOf(file, format)),
  decoders: archiveDecoders,
  compare: compareArchives,
});
