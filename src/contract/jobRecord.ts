import { fields } from './dialect.ts';
import { codeFromOutside, type ProblemCode, ShapeError } from './errors.ts';
import { type Fault, faultCode, faultField, readFault } from './fault.ts';
import { asNumber, asObject, asText, creditsIn, type JsonObject, pick, unwrap } from './read.ts';

/** The states of a job at a service (api.md, States 1). */
export const jobStatuses = ['Queued', 'Processing', 'Succeeded', 'Failed', 'Canceled'] as const;

/** The time for which a service keeps an output after its job has completed (api.md, Service 6). */
export const retentionMs = 3_600_000;

export type JobStatus = (typeof jobStatuses)[number];

/** True if clients stop polling a job in this state (api.md, States 2). */
export function isTerminal(status: JobStatus): boolean {
  return status === 'Succeeded' || status === 'Failed' || status === 'Canceled';
}

/** A job's failure, as its record describes it (api.md, Jobs 3). */
export interface JobFailure {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  /** The failure in translatable form, if the service reports it. */
  readonly fault?: Fault | undefined;
}

/** A job as a service describes it (api.md, Jobs). */
export interface JobRecord {
  readonly status: JobStatus;
  /** A fraction from 0 to 1; `undefined` if it is missing or ambiguous. */
  readonly progress: number | undefined;
  readonly failure: JobFailure | undefined;
  /** `output.fileName` as received: untrusted until it is reduced to a safe base name. */
  readonly outputFileName: string | undefined;
  readonly compressionRatio: number | undefined;
  /** The job's credits, if the record contains them. */
  readonly credits: number | undefined;
  /** The record with every field, including unknown ones. */
  readonly raw: JsonObject;
}

/** The content of an answer to a submission. */
export interface Submitted {
  readonly jobId: string;
  /** The submission's credits, if the answer contains them. */
  readonly credits?: number;
}

/**
 * Reads the answer to a submission.
 * @throws ShapeError if it contains no identifier
 */
export function parseSubmission(body: unknown): Submitted {
  const record = unwrap(body, (object) => readId(object) !== undefined);
  const jobId = record && readId(record);
  if (record === undefined || jobId === undefined) throw new ShapeError('id', 'answer to the submission');
  const credits = creditsIn(record, fields.jobCredits.read);
  return { jobId, ...(credits === undefined ? {} : { credits }) };
}

function readId(record: JsonObject): string | undefined {
  return fields.jobId.read.map((name) => asText(pick(record, [name]))).find((id) => id !== undefined);
}

/**
 * Reads the answer of a job status endpoint.
 * @throws ShapeError if it contains no state of api.md, States 1
 */
export function parseJobRecord(body: unknown): JobRecord {
  const record = unwrap(body, (object) => readStatus(object) !== undefined);
  const status = record && readStatus(record);
  if (record === undefined || status === undefined) throw new ShapeError('status', 'job record');
  return {
    status,
    progress: status === 'Succeeded' ? 1 : readProgress(pick(record, fields.progress.read)),
    failure: status === 'Failed' ? withFault(readFailure(record), record) : undefined,
    outputFileName: readFileName(record),
    compressionRatio: asNumber(pick(record, fields.compressionRatio.read)),
    credits: creditsIn(record, fields.jobCredits.read),
    raw: record,
  };
}

function readStatus(record: JsonObject): JobStatus | undefined {
  // Services spell this status `Canceled` or `Cancelled`.
  const text = asText(pick(record, fields.status.read))?.toLowerCase().replace('cancelled', 'canceled');
  return jobStatuses.find((status) => status.toLowerCase() === text);
}

/** Matches codes in the style of the documented ones, such as `jobs.expired`, but not prose. */
const codeText = /^[a-z][a-z0-9_]*(?:[.-][a-z0-9_]+)*$/;

/**
 * Values below 1 are fractions, and values above 1 are percentages. Exactly 1 on a running job is ambiguous, so it is
 * ignored.
 */
function readProgress(value: unknown): number | undefined {
  const number = asNumber(typeof value === 'string' ? value.replace(/%$/, '') : value);
  if (number === undefined || number < 0 || number > 100 || number === 1) return undefined;
  return number < 1 ? number : number / 100;
}

/**
 * Reads error details: an object, a list of objects, or text. A second field may accompany them, as in an error body.
 */
function readFailure(record: JsonObject): JobFailure {
  const [value] = [pick(record, fields.jobError.read)].flat();
  const details = asObject(value);
  if (details !== undefined) {
    const code = asText(pick(details, fields.errorCode.read));
    return {
      code: code === undefined ? undefined : codeFromOutside(code),
      detail: asText(pick(details, fields.errorDetail.read)) ?? '',
    };
  }
  const text = asText(value) ?? '';
  if (!codeText.test(text)) return { code: undefined, detail: text };
  return { code: codeFromOutside(text), detail: asText(pick(record, fields.errorDetail.read)) ?? '' };
}

function withFault(failure: JobFailure, record: JsonObject): JobFailure {
  const fault = readFault(pick(record, [faultField]));
  return fault === undefined || faultCode(fault) !== failure.code ? failure : { ...failure, fault };
}

function readFileName(record: JsonObject): string | undefined {
  const output = pick(record, fields.output.read);
  const object = asObject(output);
  return asText(object === undefined ? output : pick(object, fields.fileName.read));
}
