import { readFile } from 'node:fs/promises';
import {
  archiveOf,
  compareArchives,
  type UnpackedEntry,
} from '../../../../tools/referenceDecoders/archiveHashes.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { describeVariants, variantsIn } from './frozen.ts';

describeVariants('An archive', variantsIn('archives'), {
  to: (format) => (format.startsWith('tar') ? 'zip' : 'tar'),
  contentOf: (output, format) => withFile(output, format, (file) => archiveOf(file, format)),
  expectedIn: entriesIn,
  compare: compareArchives,
});

/** The entries in a list of paths, each with the SHA-256 of a file, or `folder`. */
async function entriesIn(file: string): Promise<UnpackedEntry[]> {
  const listed: Readonly<Record<string, string>> = JSON.parse(await readFile(file, 'utf8'));
  return Object.entries(listed).map(([path, content]) => ({
    path,
    kind: content === 'folder' ? content : 'file',
    content: content === 'folder' ? '' : content,
    executable: false,
    mtime: 0,
  }));
}
