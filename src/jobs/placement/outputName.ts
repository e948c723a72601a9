import { canonicalFormat, formatOfFileName } from '../../contract/formats/naming.ts';
import type { Job, OutputTemplates } from '../core/job.ts';
import { usualFolder } from '../core/jobFiles.ts';
import { baseName } from '../files/fileUri.ts';
import { outputFolder } from './outputFolder.ts';
import { fitName, foldedName, safeFileName, splitName } from './safeFileName.ts';
import { filled, type OutputFacts, type TemplateValues, templateValues } from './template.ts';

/** The parts of a job that determine its output's name. */
export type NamedJob = Pick<
  Job,
  'tool' | 'source' | 'combined' | 'targetFormat' | 'placement' | 'chosenName'
>;

/** The requested format, judging by names; a compressed file has its source's. */
export function outputFormat({ targetFormat, source }: NamedJob): string | undefined {
  return targetFormat === undefined ? formatOfFileName(baseName(source)) : canonicalFormat(targetFormat);
}

/** True if the service returned several results, such as a picture of each page, in a ZIP. */
export function namesBundle(job: NamedJob, serviceName: string | undefined): boolean {
  if (job.tool === 'compress' || serviceName === undefined) return false;
  return outputFormat(job) !== 'zip' && formatOfFileName(serviceName) === 'zip';
}

/** The destination of an output. */
export interface OutputPlace {
  /** URI, with links unresolved. */
  readonly folder: string;
  readonly name: string;
}

/** Facts about an output in addition to the service's name for it. */
export interface SeenOutput {
  /** True if several results came in a ZIP. */
  readonly isBundle?: boolean;
  readonly size?: OutputFacts['size'];
}

/** The folder and the name that an output should have. */
export function outputPlace(
  job: NamedJob,
  serviceName: string | undefined,
  seen: SeenOutput = {},
): OutputPlace {
  const { output } = job.placement;
  return {
    folder:
      output?.folder === undefined
        ? usualFolder(job)
        : outputFolder(job.source, output, valuesOf(job, output, seen)),
    name: outputName(job, serviceName, seen),
  };
}

/**
 * The name for an output: the user's choice, else the template's, the combined files', the service's, or one made from
 * the source's. Templates and services decide only the stem: the extension is that of the requested format, or ZIP for
 * a bundle.
 */
export function outputName(job: NamedJob, serviceName: string | undefined, seen: SeenOutput = {}): string {
  const { isBundle = false } = seen;
  const chosen = safeFileName(job.chosenName ?? '');
  if (chosen !== undefined) return chosen;
  const templated = templatedName(job, seen);
  if (templated !== undefined) return templated;
  if (job.combined !== undefined) return nameWith(job, job.combined.stem, isBundle) ?? 'output';
  const safeName = safeFileName(serviceName ?? '');
  const named = safeName && withOwnExtension(job, safeName, isBundle);
  if (named !== undefined && !(job.tool === 'compress' && namesSource(job, named))) return named;
  const suffix = job.targetFormat === undefined ? job.placement.suffix : '';
  return nameWith(job, splitName(baseName(job.source)).stem, isBundle, suffix) ?? 'output';
}

function templatedName(job: NamedJob, seen: SeenOutput): string | undefined {
  const { output, suffix } = job.placement;
  if (output?.name === undefined) return undefined;
  const values = valuesOf(job, output, seen);
  const stem = withoutEnd(filled(output.name, values), `.${values['${ext}']}`);
  if (safeFileName(stem) === undefined) return undefined;
  const { isBundle = false } = seen;
  const name = nameWith(job, stem, isBundle);
  const isBeside = output.folder === undefined;
  return name !== undefined && job.tool === 'compress' && isBeside && namesSource(job, name)
    ? nameWith(job, stem, isBundle, suffix)
    : name;
}

function nameWith(job: NamedJob, stem: string, isBundle: boolean, suffix = ''): string | undefined {
  return safeFileName(fitName(stem, ownExtension(job, isBundle), suffix));
}

function valuesOf(
  job: NamedJob,
  output: OutputTemplates,
  { isBundle = false, size }: SeenOutput,
): TemplateValues {
  const values = templateValues(job.source, output, { extension: ownExtension(job, isBundle), size });
  return job.combined === undefined ? values : { ...values, '${name}': job.combined.stem };
}

function namesSource({ source }: NamedJob, name: string): boolean {
  return foldedName(name) === foldedName(baseName(source));
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function withOwnExtension(job: NamedJob, name: string, isBundle: boolean): string | undefined {
  const format = isBundle ? 'zip' : outputFormat(job);
  const { stem, extension } = splitName(name);
  const isOwn = extension === '' ? format === undefined : formatOfFileName(name) === format;
  return isOwn ? name : nameWith(job, stem, isBundle);
}

function ownExtension({ targetFormat, source }: NamedJob, isBundle: boolean): string {
  if (isBundle) return '.zip';
  return targetFormat === undefined ? splitName(baseName(source)).extension : `.${targetFormat}`;
}

/** The name with a number to make it unique, `photo (1).webp`; number 0 is the name itself. */
export function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  const { stem, extension } = splitName(name);
  return fitName(stem, extension, ` (${number})`);
}

/** True if a compressed file replaces its source, unless it was requested elsewhere. */
export function replacesSource({ tool, placement }: NamedJob): boolean {
  return tool === 'compress' && placement.replaceSource && placement.output === undefined;
}

/** True if an output with this name would count as the source's format. */
export function keepsExtension(job: NamedJob, name: string): boolean {
  const before = splitName(baseName(job.source)).extension;
  return before.toLowerCase() === splitName(name).extension.toLowerCase();
}
