import type { FormatKind } from '../contract/formats/format.ts';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { formatById } from '../contract/formats/table.ts';
import type { Job } from '../jobs/core/job.ts';

/** Files of one kind are converted to the same formats, and their sizes can be compared. */
type FileKind = FormatKind | 'drawings' | 'sheets' | 'slides' | 'texts' | 'other';

/** What differs from the rest of its kind in the table of formats. */
const finerKinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['drawings', ['svg', 'svgz', 'eps', 'ps']],
  ['sheets', 'xlsx xlsm xltx xls xlt ods ots fods csv tsv'.split(' ')],
  ['slides', 'pptx pptm ppsx potx ppt pps pot odp otp fodp'.split(' ')],
  ['texts', 'md html txt rst org adoc tex textile mediawiki dokuwiki'.split(' ')],
];

export function fileKind(format: string): FileKind {
  const [finer] = finerKinds.find(([, formats]) => formats.includes(format)) ?? [];
  return finer ?? formatById(format)?.kind ?? 'other';
}

/** The kind of a job's source. */
export function sourceKind({ source, sourceFormat }: Job): FileKind {
  return fileKind(sourceFormat ?? formatOfFileName(source) ?? '');
}
