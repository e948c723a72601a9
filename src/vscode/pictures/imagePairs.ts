import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isImageFormat } from '../../contract/formats/table.ts';
import type { Backup } from '../../jobs/core/undoEntry.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { ServiceId } from '../../jobs/core/service.ts';
import { baseName, fileKey } from '../../jobs/core/fileUri.ts';

/** One of two images. */
export interface PairSide {
  readonly name: string;
  /** The image's URI; `undefined` for a source that was replaced without a backup. */
  readonly uri: string | undefined;
  /** The file's size and date when its job ended, if known. */
  readonly was?: { readonly sizeBytes?: number | undefined; readonly modifiedMs?: number | undefined };
}

/** Two images to compare. */
export interface ImagePair {
  readonly before: PairSide;
  readonly after: PairSide;
  /** The conversion, if a job made one image from the other. */
  readonly made?: {
    readonly service: ServiceId;
    readonly from: string | undefined;
    /** The target format; `undefined` for compression. */
    readonly to: string | undefined;
    readonly isStripped: boolean;
  };
}

/** True if a file is an image, by its name or by the format of its content. */
export function isImage(name: string, content?: string): boolean {
  return isImageFormat(formatOfFileName(name) ?? content);
}

/** True if a job made one image from another. */
export function isComparable({ state, source, combined, sourceFormat }: Job): boolean {
  if (state.name !== 'done' || state.output === undefined || combined !== undefined) return false;
  return isImage(baseName(source), sourceFormat) && isImage(baseName(state.output));
}

/** The source and the result of a job that made one image from another. If the source was replaced, its backup. */
export function pairOfJob(job: Job, backup: Backup | undefined): ImagePair | undefined {
  const { state, source, sourceFormat, targetFormat, service, options, sourceBytes, sourceModifiedMs } = job;
  if (!isComparable(job) || state.name !== 'done' || state.output === undefined) return undefined;
  const name = baseName(source);
  const isReplaced = fileKey(source) === fileKey(state.output);
  const was = { sizeBytes: sourceBytes, modifiedMs: sourceModifiedMs };
  return {
    before: isReplaced ? { name, uri: backup?.uri } : { name, uri: source, was },
    after: { name: baseName(state.output), uri: state.output, was: { sizeBytes: state.outputBytes } },
    made: {
      service,
      from: formatOfFileName(name) ?? sourceFormat,
      to: job.tool === 'convert' ? targetFormat : undefined,
      isStripped: options?.['metadata'] === 'stripAll',
    },
  };
}

/** A pair of two files that the user selected. */
export function pairOfFiles(before: string, after: string): ImagePair {
  return { before: sideOf(before), after: sideOf(after) };
}

function sideOf(uri: string): PairSide {
  return { uri, name: baseName(uri) };
}
