import { disableTypes, imageSize } from 'image-size';
import { hasBeginning } from '../../contract/formats/format.ts';
import { canonicalFormat, formatOfFileName } from '../../contract/formats/naming.ts';
import { formatById, necessaryBeginnings } from '../../contract/formats/table.ts';
import { fitName, foldedName, safeFileName, splitName } from '../../contract/safeFileName.ts';
import { piecesOf } from '../../util/bytes.ts';
import type { Job, OutputTemplates, StateOf } from '../core/job.ts';
import { defaultOutputFolder } from '../core/jobFiles.ts';
import { type FileStore, isFileStoreError } from '../core/fileStore.ts';
import { baseName } from '../core/fileUri.ts';
import { outputFolder } from './outputFolder.ts';
import {
  asksForOutput,
  fillTemplate,
  type OutputFacts,
  type TemplateValues,
  templateValues,
} from './template.ts';

/** The properties of a job that determine its output's name. */
type NamedJob = Pick<Job, 'tool' | 'source' | 'combined' | 'targetFormat' | 'placement' | 'chosenName'>;

/** The destination of an output. It is planned from the job before the output exists. */
export interface OutputPlan {
  /** URI of the folder, with links unresolved. */
  readonly folder: string;
  readonly name: string;
  /**
   * The possible formats: the job's target, and ZIP if the service may return several results in one file. Empty if
   * unknown.
   */
  readonly formats: readonly string[];
  /** True if a compressed file replaces its source. */
  readonly replacesSource: boolean;
  /** False if the folder or the name depends on the output's size in pixels. */
  readonly isFinal: boolean;
}

/** Properties of a finished output, in addition to the service's name for it. */
export interface OutputProperties {
  /** True if the output is a ZIP file of several results. */
  readonly isBundle?: boolean;
  readonly size?: OutputFacts['size'];
}

export function planOutput(
  job: NamedJob,
  serviceName: string | undefined,
  seen: OutputProperties = {},
): OutputPlan {
  const { tool, placement, source } = job;
  const { output } = placement;
  const name = outputName(job, serviceName, seen);
  const keepsExtension = extensionOf(baseName(source)) === extensionOf(name);
  const isUsual = output?.folder === undefined;
  return {
    folder: isUsual ? defaultOutputFolder(job) : outputFolder(source, output, valuesOf(job, output, seen)),
    name,
    formats: possibleFormats(job, serviceName),
    replacesSource: tool === 'compress' && placement.replaceSource && output === undefined && keepsExtension,
    isFinal: !asksForOutput(output?.folder) && !asksForOutput(output?.name),
  };
}

/**
 * The plan once the output exists. The output may turn out to be a ZIP file of several results, and the size of a
 * picture may be part of its name.
 */
export async function finalPlan(
  files: FileStore,
  job: Job,
  { fileName, temporary }: StateOf<'placing'>,
): Promise<OutputPlan> {
  const plan = planOutput(job, fileName);
  const mayBeBundle = plan.formats.length > 1;
  if (plan.isFinal && !mayBeBundle) return plan;
  const head = await headOf(files, temporary);
  return planOutput(job, fileName, {
    // The service's name for the file says that it is a ZIP, but only its content proves that.
    isBundle: mayBeBundle && mayBeFormat(head, 'zip'),
    size: plan.isFinal ? undefined : sizeOf(head),
  });
}

/** The first bytes of a file; empty if the file no longer exists. */
async function headOf(files: FileStore, uri: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of piecesOf(files.read(uri))) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= pictureHeadBytes) break;
    }
  } catch (error) {
    if (!isFileStoreError(error) || error.code !== 'file.missing') throw error;
  }
  return Buffer.concat(chunks).subarray(0, pictureHeadBytes);
}

function sizeOf(head: Buffer): OutputFacts['size'] {
  const size = pictureSize(head);
  return size && { width: String(size.width), height: String(size.height) };
}

/** The requested format. A compressed file has the format of its source, which its name shows. */
function outputFormat({ targetFormat, source }: NamedJob): string | undefined {
  return targetFormat === undefined ? formatOfFileName(baseName(source)) : canonicalFormat(targetFormat);
}

/**
 * The possible formats of an output. A service may return several results, such as a picture of each page, in a ZIP
 * file.
 */
function possibleFormats(job: NamedJob, serviceName: string | undefined): string[] {
  const format = outputFormat(job);
  if (format === undefined) return [];
  const namesZip = serviceName !== undefined && formatOfFileName(serviceName) === 'zip';
  return job.tool !== 'compress' && format !== 'zip' && namesZip ? [format, 'zip'] : [format];
}

/**
 * The name for an output: the user's choice, else one from the template, the combined files, the service, or the
 * source. Templates and services only determine the stem. The extension is that of the requested format, or ZIP for
 * several results.
 */
function outputName(job: NamedJob, serviceName: string | undefined, seen: OutputProperties = {}): string {
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

function templatedName(job: NamedJob, seen: OutputProperties): string | undefined {
  const { output, suffix } = job.placement;
  if (output?.name === undefined) return undefined;
  const values = valuesOf(job, output, seen);
  const stem = withoutEnd(fillTemplate(output.name, values), `.${values['${ext}']}`);
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
  { isBundle = false, size }: OutputProperties,
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

function extensionOf(name: string): string {
  return splitName(name).extension.toLowerCase();
}

/** Number of bytes to check at the start of a file. */
export const checkedHeadBytes = 1024;

/** True if a file that begins with these bytes can be of the format. If the format's beginnings are unknown, it can. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => hasBeginning(text, beginning));
}

/** True if a file of the format may be empty: an empty text is valid, an empty picture isn't. */
export function canBeEmpty(format: string): boolean {
  return formatById(format)?.canBeEmpty === true;
}

/** SVG is disabled because its sizes aren't in pixels, and `image-size` parses it with patterns that may be slow. */
disableTypes(['svg']);

/** A picture's size may come after profiles, thumbnails, and other metadata. */
export const pictureHeadBytes = 1024 * 1024;

/**
 * A picture's size in pixels when displayed, from the start of its file. Takes into account that its metadata may
 * rotate it.
 */
export function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return undefined;
  }
}
