import {
  archiveDecoders,
  archiveOf,
  compareArchives,
} from '../../../../tools/referenceDecoders/archiveHashes.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { archiveVariants } from '../../../../tools/variants/archives.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';

/** Archives are compared by their files, streams by their bytes. */
function otherFormat(format: string): string {
  if (format === 'zst') return 'gz';
  if (['gz', 'bz2', 'xz'].includes(format)) return 'zst';
  return format.startsWith('tar') ? 'zip' : 'tar';
}

describeVariants('An archive', archiveVariants, {
  to: otherFormat,
  contentOf: (output, format) => withFile(output, format, (file) => archiveOf(file, format)),
  decoders: archiveDecoders,
  compare: compareArchives,
});
