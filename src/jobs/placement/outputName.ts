import { canonicalFormat, formatOfFileName } from '../../contract/formats/naming.ts';
import type { Job } from '../core/job.ts';
import { baseName } from '../files/fileUri.ts';
import { fitName, foldedName, safeFileName, splitName } from './safeFileName.ts';

/** The format that a job was asked for, as far as names tell; a compressed file is of its source's. */
export function outputFormat({ targetFormat, source }: Job): string | undefined {
  return targetFormat === undefined ? formatOfFileName(baseName(source)) : canonicalFormat(targetFormat);
}

/** Whether the service says that several results came together, such as a picture of each page: in a zip. */
export function namesBundle(job: Job, serviceName: string | undefined): boolean {
  if (job.tool === 'compress' || serviceName === undefined) return false;
  return outputFormat(job) !== 'zip' && formatOfFileName(serviceName) === 'zip';
}

/**
 * The name that an output should have: what a person chose, else that of several files together, else what the service says,
 * else one made from the source's.
 * A service decides no more than the stem: the extension is that of the format which was asked for, or of the zip of an
 * output that was found to be a bundle.
 */
export function outputName(job: Job, serviceName: string | undefined, isBundle = false): string {
  const chosen = safeFileName(job.chosenName ?? '');
  if (chosen !== undefined) return chosen;
  if (job.combined !== undefined)
    return safeFileName(fitName(job.combined.stem, ownExtension(job, isBundle))) ?? 'output';
  const source = baseName(job.source);
  const safeName = safeFileName(serviceName ?? '');
  const named = safeName && withOwnExtension(job, safeName, isBundle);
  const namesSource = named !== undefined && foldedName(named) === foldedName(source);
  if (named !== undefined && !(job.tool === 'compress' && namesSource)) return named;
  const { stem } = splitName(source);
  const suffix = job.targetFormat === undefined ? job.placement.suffix : '';
  return safeFileName(fitName(stem, ownExtension(job, isBundle), suffix)) ?? 'output';
}

function withOwnExtension(job: Job, name: string, isBundle: boolean): string | undefined {
  const format = isBundle ? 'zip' : outputFormat(job);
  const { stem, extension } = splitName(name);
  const isOwn = extension === '' ? format === undefined : formatOfFileName(name) === format;
  return isOwn ? name : safeFileName(fitName(stem, ownExtension(job, isBundle)));
}

function ownExtension({ targetFormat, source }: Job, isBundle: boolean): string {
  if (isBundle) return '.zip';
  return targetFormat === undefined ? splitName(baseName(source)).extension : `.${targetFormat}`;
}

/** The name with a number that tells it from others, `photo (1).webp`; number 0 is the name itself. */
export function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  const { stem, extension } = splitName(name);
  return fitName(stem, extension, ` (${number})`);
}

/** Whether an output of this name would be taken for the source's own format. */
export function keepsExtension(job: Job, name: string): boolean {
  const before = splitName(baseName(job.source)).extension;
  return before.toLowerCase() === splitName(name).extension.toLowerCase();
}
