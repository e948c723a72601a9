import { formatOfFileName } from '../../contract/formats/naming.ts';
import { isImageFormat } from '../../contract/formats/table.ts';
import type { Backup } from '../../jobs/core/effect.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { ServiceId } from '../../jobs/core/service.ts';
import { baseName, fileKey } from '../../jobs/files/fileUri.ts';

/** One of two images. */
export interface PairSide {
  readonly name: string;
  /** `undefined` for a source that was replaced without a backup. */
  readonly uri: string | undefined;
  /** Its facts at the end of the job, if known. */
  readonly was?: { readonly sizeBytes?: number | undefined; readonly modifiedMs?: number | undefined };
}

/** Two images to compare. */
export interface ImagePair {
  readonly before: PairSide;
  readonly after: PairSide;
  /** The conversion that made one from the other, if a job did. */
  readonly made?: {
    readonly service: ServiceId;
    readonly from: string | undefined;
    /** `undefined` for a compression. */
    readonly to: string | undefined;
    readonly isStripped: boolean;
  };
}

/** True if a file is an image, by its name or by the format of its content. */
export function isImage(name: string, content?: string): boolean {
  return isImageFormat(formatOfFileName(name) ?? content);
}

/** True if a job made an image from an image. */
export function isComparable({ state, source, combined, sourceFormat }: Job): boolean {
  if (state.name !== 'done' || state.output === undefined || combined !== undefined) return false;
  return isImage(baseName(source), sourceFormat) && isImage(baseName(state.output));
}

/** The source and result of a comparable job. The source is the backup if it was replaced. */
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

/** Two files that the user selected. */
export function pairOfFiles(before: string, after: string): ImagePair {
  return { before: sideOf(before), after: sideOf(after) };
}

function sideOf(uri: string): PairSide {
  return { uri, name: baseName(uri) };
}
