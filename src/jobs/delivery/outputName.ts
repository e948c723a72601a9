import { baseName } from '../files/fileUri.ts';
import type { Job } from '../job.ts';
import { fitName, foldedName, safeFileName, splitName } from './safeFileName.ts';

/** The name that an output should have: what a person chose, else what the service says, else one made from the source's. */
export function outputName(job: Job, serviceName: string | undefined): string {
  const source = baseName(job.source);
  const named = safeFileName(job.chosenName ?? '') ?? safeFileName(serviceName ?? '');
  const namesSource = named !== undefined && foldedName(named) === foldedName(source);
  if (named !== undefined && !(job.tool === 'compress' && namesSource)) return named;
  const { stem, extension } = splitName(source);
  const made =
    job.targetFormat === undefined
      ? fitName(stem, extension, job.placement.suffix)
      : fitName(stem, `.${job.targetFormat}`);
  return safeFileName(made) ?? 'output';
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
