import type { ServiceError } from '../../contract/errors.ts';
import { fault, faultSentence } from '../../contract/fault.ts';
import { canonicalFormat, formatOfFileName } from '../../contract/formats/naming.ts';
import type { JsonObject } from '../../contract/read.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { Cost } from '../../engines/api/engineDescription.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import type { OptionsSchema } from '../../engines/api/options.ts';
import type { EngineWork, WorkResult } from '../../engines/api/work.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { isProgramId, programs } from '../../engines/programs/programs.ts';
import {
  type RegisteredCompression,
  findCompression,
  type RegisteredConversion,
  availableConversions,
  engineOf,
  helperOf,
  isOffered,
  isTarget,
  reads,
} from '../../engines/registry.ts';
import { serviceError, passingFaults } from '../faults.ts';
import type { NewJob } from './jobs/job.ts';

/** A request to convert or compress a file that has been stored on disk. */
interface ReceivedSubmission {
  readonly tool: DocumentedToolId;
  readonly fileName: string;
  /** The format of the file's content, if recognized. */
  readonly sniffed: string | undefined;
  /** The format in the path of the request, as in `POST /compress/{format}`. */
  readonly named: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JsonObject;
}

/** The conversion that does the work, with the source format that its engine gets. */
export interface Assignment {
  readonly conversion: RegisteredConversion | RegisteredCompression;
  readonly from: string;
  readonly to: string;
  /** A second engine, for files that the first one can't process. */
  readonly helper?: Assignment;
}

/** The work for a submission, and its cost. Names and paths of the submission are added to make it a job. */
export interface AssignedWork {
  readonly work: Omit<NewJob, 'id' | 'tool' | 'folder' | 'outputPath' | 'inputBytes'>;
  readonly cost: Cost;
}

/**
 * Finds the conversion for a submission. The file's content determines its format, not its name.
 * @throws ServiceError `request.invalid_target_format`, `conversions.unsupported_pair`,
 * `compressions.unsupported_format`
 */
export function assignEngine(submission: ReceivedSubmission, found: FoundPrograms): Assignment {
  return submission.tool === 'convert'
    ? assignConversion(submission, found)
    : assignCompression(submission, found);
}

function assignConversion(submission: ReceivedSubmission, found: FoundPrograms): Assignment {
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
  { fileName, sniffed, named }: ReceivedSubmission,
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
 * Validates a submission's options against its conversion's schema.
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

/** Inspects an account's file in a worker. Stops when the signal aborts. */
export type Measure = (work: EngineWork, account: string, signal: AbortSignal) => Promise<WorkResult>;

/** Maximum time to inspect a file. The client waits five minutes for the answer to its submission. */
const maxMs = 120_000;
const uncounted = fault('pages.uncounted');

/**
 * The price of a job in credits. Resolves within two minutes.
 * @throws ServiceError `request.pages_uncountable`, or `queue.pool_saturated` if a later attempt may succeed, or the
 * signal's reason
 */
export async function priceOf(
  work: EngineWork,
  cost: Cost,
  measure: Measure,
  account: string,
  signal: AbortSignal,
  timeoutMs = maxMs,
): Promise<number> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([signal, timeout]);
  try {
    return await cost(work, (part) => measure(part, account, both));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted || (isConversionError(error) && passingFaults.has(error.fault.id))) {
      throw serviceError('queue.pool_saturated', 'Too many pages are being counted. Try again shortly.');
    }
    if (!isConversionError(error)) throw error;
    throw serviceError('request.pages_uncountable', faultSentence(uncounted), { fault: uncounted });
  }
}
