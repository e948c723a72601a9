import { anyFormat, takesFormat } from '../contract/combinations.ts';
import type { ServiceError } from '../contract/errors.ts';
import { fault } from '../contract/fault.ts';
import { canonicalFormat, formatOfFileName } from '../contract/formats/naming.ts';
import type { Loss } from '../contract/losses.ts';
import type { JsonObject } from '../contract/read.ts';
import type { DocumentedToolId, ToolId } from '../contract/tools.ts';
import type { Cost } from '../engines/api/engineDescription.ts';
import type { OptionsSchema } from '../engines/api/options.ts';
import type { EngineInput, EngineTask } from '../engines/api/task.ts';
import type { FoundPrograms, ProgramFinder } from '../engines/programs/findPrograms.ts';
import { isProgramId, programs } from '../engines/programs/programs.ts';
import {
  type RegisteredCombination,
  type RegisteredCompression,
  findCombination,
  findCompression,
  type RegisteredConversion,
  availableConversions,
  engineOf,
  helperOf,
  isOffered,
  isTarget,
  reads,
} from '../engines/registry.ts';
import { effectiveFormat, sniffFormat } from '../engines/sniff.ts';
import { serviceError } from './faults.ts';

/** A request to convert, compress, or combine files on the disk. */
export interface TaskRequest {
  readonly tool: ToolId;
  /** One file, or several to combine, in order. */
  readonly files: readonly RequestedFile[];
  /** The format of a file to compress, if the request names it. */
  readonly named?: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JsonObject;
}

interface RequestedFile {
  readonly path: string;
  /** The base name; for one of several files, a relative path. */
  readonly fileName: string;
  /** When the file was last changed, in milliseconds since the epoch. */
  readonly modifiedMs?: number | undefined;
}

/** A request for one file, whose content has been recognized. */
interface RecognizedRequest extends Pick<TaskRequest, 'named' | 'targetFormat' | 'options'> {
  readonly tool: DocumentedToolId;
  readonly fileName: string;
  /** The format of the file's content, if recognized. */
  readonly sniffed: string | undefined;
}

/** The conversion that does the work, with the source format that its engine gets. */
interface Assignment {
  readonly conversion: RegisteredConversion | RegisteredCompression;
  readonly from: string;
  readonly to: string;
  /** A second engine, for files that the first one can't process. */
  readonly helper?: Assignment;
}

/** What is known about requested work before its place and size are. */
interface AssignedTask {
  readonly task: Omit<EngineTask, 'tool' | 'outputPath' | 'inputBytes'>;
  readonly cost: Cost;
  /** Properties of the source that the result may lack. */
  readonly losses: readonly Loss[];
}

/** The list of found programs is reused for this long, for example for the other files of a batch. */
const heldMs = 1000;

/**
 * Finds the engine for a request, by the content of its files.
 * @throws ServiceError `request.no_files`, `request.invalid_target_format`, `request.invalid_option`,
 * `conversions.unsupported_pair` with the name of a file that can't be combined, `compressions.unsupported_format`
 */
export async function assignTask(request: TaskRequest, programs: ProgramFinder): Promise<AssignedTask> {
  return request.tool === 'combine'
    ? assignCombination(request)
    : assignOneFile({ ...request, tool: request.tool }, programs);
}

async function assignOneFile(
  { files: [file], ...request }: TaskRequest & { readonly tool: DocumentedToolId },
  programs: ProgramFinder,
): Promise<AssignedTask> {
  if (file === undefined) throw serviceError('request.no_files', 'No file is attached.');
  const { fileName, path: inputPath } = file;
  const sniffed = effectiveFormat(await sniffFormat(inputPath), fileName);
  const found = await programs(heldMs);
  const assignment = assignEngine({ ...request, fileName, sniffed }, found);
  const assigned = ({ conversion, from }: Assignment) => ({
    engine: conversion.engine,
    program: isProgramId(conversion.engine) ? found.get(conversion.engine) : undefined,
    from,
    options: checkOptions({ conversion }, request.options),
  });
  const task = {
    fileName,
    ...assigned(assignment),
    helper: assignment.helper && assigned(assignment.helper),
    to: assignment.to,
    inputPath,
  };
  const { conversion } = assignment;
  return { task, cost: conversion.cost, losses: 'losses' in conversion ? conversion.losses : [] };
}

/** Finds the engine that combines files (api-extensions.md, Combining 3). */
async function assignCombination({ files, targetFormat = '', options }: TaskRequest): Promise<AssignedTask> {
  const to = canonicalFormat(targetFormat);
  if (to === '') throw serviceError('request.invalid_target_format', 'The field targetFormat is missing.');
  const combination = requireCombination(to);
  const inputs: EngineInput[] = [];
  for (const file of files) {
    const { path, fileName, modifiedMs } = file;
    inputs.push({ path, fileName, from: await formatFor(combination, file), modifiedMs });
  }
  const [first] = inputs;
  const task = {
    fileName: first?.fileName.split('/').at(-1) ?? '',
    engine: combination.engine,
    from: first?.from ?? anyFormat,
    options: checkOptions({ conversion: combination }, options),
    to,
    inputPath: first?.path ?? '',
    inputs,
  };
  return { task, cost: combination.cost, losses: [] };
}

/**
 * The combination into a format.
 * @throws ServiceError `request.invalid_target_format`
 */
export function requireCombination(to: string): RegisteredCombination {
  const combination = findCombination(to);
  if (combination !== undefined) return combination;
  throw serviceError('request.invalid_target_format', `Files can’t be combined into ${to}.`);
}

/** The format of a file, if only some formats can be combined. */
async function formatFor(
  combination: RegisteredCombination,
  { path, fileName }: RequestedFile,
): Promise<string | undefined> {
  if (combination.from === anyFormat) return undefined;
  const shown = effectiveFormat(await sniffFormat(path), fileName);
  const format = [shown, formatOfFileName(fileName)].find((each) => takesFormat(combination, each));
  if (format !== undefined) return format;
  throw serviceError(
    'conversions.unsupported_pair',
    `${fileName} can’t be combined into a ${combination.to} file.`,
  );
}

/**
 * Finds the conversion for a request. The file's content determines its format, not its name.
 * @throws ServiceError `request.invalid_target_format`, `conversions.unsupported_pair`,
 * `compressions.unsupported_format`
 */
export function assignEngine(submission: RecognizedRequest, found: FoundPrograms): Assignment {
  return submission.tool === 'convert'
    ? assignConversion(submission, found)
    : assignCompression(submission, found);
}

function assignConversion(submission: RecognizedRequest, found: FoundPrograms): Assignment {
  const { fileName, sniffed, targetFormat, options } = submission;
  if (!targetFormat) {
    throw serviceError('request.invalid_target_format', 'The field targetFormat is missing.');
  }
  const to = canonicalFormat(targetFormat);
  const sources = [sniffed, formatOfFileName(fileName)].filter((from) => from !== undefined);
  const offered = sources.map((from) => availableConversions(from, to, found));
  const conversions = offered.find(({ length }) => length > 0) ?? [];
  const willing = conversions.filter((each) => each.options().safeParse(options).success);
  const conversion = willing[0] ?? conversions.at(-1);
  if (conversion) {
    const helper = helperOf(conversion, willing);
    return { ...assign(conversion, sniffed), ...(helper ? { helper: assign(helper, sniffed) } : {}) };
  }
  const source = sources.find((from) => engineOf(from, to) !== undefined);
  if (source === undefined && !isTarget(to, found)) {
    throw serviceError(
      'request.invalid_target_format',
      `${targetFormat} isn’t a format that files can be converted to.`,
    );
  }
  throw unsupportedPair(source ?? sources[0] ?? 'A file of unknown type', to);
}

/**
 * An engine gets the format of the content if it can read that. An SVG file that is named `.xml` is XML for an engine
 * that doesn't read SVG.
 */
function assign(conversion: RegisteredConversion, sniffed: string | undefined): Assignment {
  const from = sniffed !== undefined && reads(conversion.engine, sniffed) ? sniffed : conversion.from;
  return { conversion, from, to: conversion.to };
}

function assignCompression(
  { fileName, sniffed, named }: RecognizedRequest,
  found: FoundPrograms,
): Assignment {
  const claimed = named === undefined ? formatOfFileName(fileName) : canonicalFormat(named);
  if (named !== undefined && findCompression(claimed) === undefined) {
    throw serviceError('compressions.unsupported_format', `${named} can’t be compressed.`);
  }
  const conversion = findCompression(sniffed) ?? findCompression(claimed);
  const wanted = requireCompression(conversion?.format ?? claimed ?? 'A file of unknown type', found);
  return { conversion: wanted, from: wanted.format, to: wanted.format };
}

/**
 * The compression that is available for a format.
 * @throws ServiceError `compressions.unsupported_format`
 */
export function requireCompression(format: string, found: FoundPrograms): RegisteredCompression {
  const conversion = findCompression(format);
  if (conversion && isOffered(conversion, found)) return conversion;
  const missing = missingProgram(conversion?.engine);
  throw serviceError('compressions.unsupported_format', `${format} can’t be compressed${missing}.`);
}

/**
 * Validates the options of a request against its conversion's schema.
 * @throws ServiceError `request.invalid_option`
 */
export function checkOptions(
  { conversion }: { readonly conversion: { readonly options: () => OptionsSchema } },
  options: JsonObject,
): JsonObject {
  const parsed = conversion.options().safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? '';
  const reason = issue?.message ?? 'Invalid input';
  if (name === '') throw serviceError('request.invalid_option', `${reason}.`);
  throw serviceError('request.invalid_option', `The option ${name}: ${reason}.`, {
    fault: fault('option.value', name),
  });
}

/** The error for an unavailable pair. Names the program that would make the pair available. */
export function unsupportedPair(from: string, to: string): ServiceError {
  const missing = missingProgram(engineOf(from, to));
  return serviceError('conversions.unsupported_pair', `${from} can’t be converted to ${to}${missing}.`);
}

/** The end of a sentence that names the program that the engine needs, if it needs one. */
function missingProgram(engine = ''): string {
  return isProgramId(engine) ? ` without ${programs[engine].name}` : '';
}
