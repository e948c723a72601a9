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
import {
  asksForOutput,
  fillTemplate,
  outputFolder,
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
  const { tool, source, placement } = job;
  const { output } = placement;
  const isUsual = output?.folder === undefined;
  const naming = namingOf(job, seen);
  const name = outputName(job, naming, serviceName);
  const keepsExtension = splitName(name).extension.toLowerCase() === naming.source.extension.toLowerCase();
  return {
    folder: isUsual ? defaultOutputFolder(job) : outputFolder(source, output, naming.values),
    name,
    formats: possibleFormats(job, naming.format, serviceName),
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

/** What the name of an output is made of. */
interface Naming {
  /** The source's name and its parts. */
  readonly source: { readonly name: string; readonly stem: string; readonly extension: string };
  /** The requested format. A compressed file has the format of its source, which its name shows. */
  readonly format: string | undefined;
  /** The extension of the requested format, or of a ZIP file of several results. */
  readonly extension: string;
  readonly isBundle: boolean;
  /** The values for templates. */
  readonly values: TemplateValues;
}

function namingOf(job: NamedJob, { isBundle = false, size }: OutputProperties): Naming {
  const { targetFormat, combined, placement } = job;
  const name = baseName(job.source);
  const source = { name, ...splitName(name) };
  const ownExtension = targetFormat === undefined ? source.extension : `.${targetFormat}`;
  const extension = isBundle ? '.zip' : ownExtension;
  const values = templateValues(job.source, placement.output, { extension, size });
  return {
    source,
    format: targetFormat === undefined ? formatOfFileName(name) : canonicalFormat(targetFormat),
    extension,
    isBundle,
    values: combined === undefined ? values : { ...values, '${name}': combined.stem },
  };
}

/**
 * The possible formats of an output. A service may return several results, such as a picture of each page, in a ZIP
 * file.
 */
function possibleFormats(
  { tool }: NamedJob,
  format: string | undefined,
  serviceName: string | undefined,
): string[] {
  if (format === undefined) return [];
  const namesZip = serviceName !== undefined && formatOfFileName(serviceName) === 'zip';
  return tool !== 'compress' && format !== 'zip' && namesZip ? [format, 'zip'] : [format];
}

/**
 * The name for an output: the user's choice, else one from the template, the combined files, the service, or the
 * source. Templates and services only determine the stem. The extension is that of the requested format, or ZIP for
 * several results.
 */
function outputName(job: NamedJob, naming: Naming, serviceName: string | undefined): string {
  const { tool, combined, targetFormat, chosenName, placement } = job;
  const { source, extension } = naming;
  const named = (stem: string, suffix = ''): string | undefined =>
    safeFileName(fitName(stem, extension, suffix));
  const isSource = (name: string | undefined): boolean =>
    tool === 'compress' && name !== undefined && foldedName(name) === foldedName(source.name);

  const chosen = safeFileName(chosenName ?? '');
  if (chosen !== undefined) return chosen;
  const stem = templatedStem(placement.output, naming.values);
  if (stem !== undefined) {
    const isBeside = placement.output?.folder === undefined;
    const templated = named(stem);
    const name = isBeside && isSource(templated) ? named(stem, placement.suffix) : templated;
    if (name !== undefined) return name;
  }
  if (combined !== undefined) return named(combined.stem) ?? 'output';
  const given = safeFileName(serviceName ?? '');
  const asNamed = given === undefined || isOfFormat(given, naming) ? given : named(splitName(given).stem);
  if (asNamed !== undefined && !isSource(asNamed)) return asNamed;
  return named(source.stem, targetFormat === undefined ? placement.suffix : '') ?? 'output';
}

/** The name that a template yields, without its extension; `undefined` if there is none, or if nothing is left of it. */
function templatedStem(output: OutputTemplates | undefined, values: TemplateValues): string | undefined {
  if (output?.name === undefined) return undefined;
  const text = fillTemplate(output.name, values);
  const end = `.${values['${ext}']}`;
  const stem = text.endsWith(end) ? text.slice(0, -end.length) : text;
  return safeFileName(stem) === undefined ? undefined : stem;
}

/** True if the service's name for an output has the extension of its format, in any spelling. */
function isOfFormat(name: string, { isBundle, format }: Naming): boolean {
  const expected = isBundle ? 'zip' : format;
  return splitName(name).extension === '' ? expected === undefined : formatOfFileName(name) === expected;
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
