import { asCredits } from './credits.ts';
import { guessedErrors, type jobFailureCodes } from './dialect.ts';
import { type Fault, fault, faultSentence } from './faults/fault.ts';

/** The documented error codes with their HTTP status (api.md, Errors 2). */
export const documentedErrors = {
  'request.invalid_content_type': { status: 400 },
  'request.no_files': { status: 400 },
  'request.file_too_large': { status: 413 },
  'api_key.invalid_or_ip_not_allowed': { status: 401 },
  'entitlements.insufficient_credits': { status: 402 },
  'usage.daily_limit_exceeded': { status: 402 },
  'jobs.not_found': { status: 404 },
  'jobs.not_ready': { status: 409 },
  'jobs.expired': { status: 410 },
  rate_limited: { status: 429 },
  'queue.limit_exceeded': { status: 429 },
  'queue.pool_saturated': { status: guessedErrors['queue.pool_saturated'].status },
} as const satisfies Record<string, { readonly status: number }>;

export type DocumentedErrorCode = keyof typeof documentedErrors;
export type GuessedErrorCode = keyof typeof guessedErrors;

/** Codes for what went wrong between us and a service, where no JSON error of the API came back. */
export type TransportErrorCode =
  /** No connection was made: refused, unknown host, no route. Nothing was sent. */
  | 'transport.unreachable'
  /** The connection broke or went silent after something was sent: what became of it can't be known. */
  | 'transport.interrupted'
  /** The certificate was not accepted. Nothing was sent. */
  | 'transport.certificate'
  /** The answer leads to another origin. */
  | 'transport.redirected'
  /** A download leads where nothing is fetched from: less secure than the service, or no public address. */
  | 'transport.unsafe_redirect'
  /** The storage that a download led to did not deliver it. */
  | 'transport.storage'
  /** An answer that is not the API's: HTML, a proxy's page, half a JSON. */
  | 'transport.unreadable';

/** Codes for a file or folder that could not be used. */
export type FileErrorCode =
  | 'file.missing'
  | 'file.no_permission'
  | 'file.no_space'
  | 'file.unreadable'
  | 'file.unwritable'
  | 'file.too_large'
  | 'file.too_large_to_show';

/** Codes for what stands against a file before there is a job for it. */
export type PlanProblemCode =
  | 'api_key.missing'
  | 'formats.incompressible'
  | 'formats.compressed_before'
  | 'formats.needs_program'
  | 'formats.same'
  | 'formats.nothing_here'
  | 'formats.too_many'
  | 'formats.unknown_type'
  | 'formats.unsupported'
  | 'output.folder_elsewhere'
  | 'output.name_with_folder'
  | 'output.unknown_placeholder'
  | 'upload.not_allowed'
  | 'upload.not_confirmed';

/** Codes for what jobs find themselves. */
export type JobProblemCode =
  | 'batch.limit_exceeded'
  | 'file.empty'
  | 'file.not_a_file'
  | 'job.failed'
  | 'job.in_other_window'
  | 'job.lost'
  | 'journal.unwritable'
  | 'network.other_address'
  | 'options.withheld'
  | 'output.invalid'
  | 'output.not_placed'
  | 'output.outside_workspace'
  | 'submission.interrupted'
  | 'unexpected';

/** Every code that we know of. `vscode/text/problems.ts` has a sentence for each, or does not compile. */
export type KnownProblemCode =
  | DocumentedErrorCode
  | GuessedErrorCode
  | TransportErrorCode
  | FileErrorCode
  | PlanProblemCode
  | JobProblemCode
  | (typeof jobFailureCodes)[number]
  | 'arguments.invalid'
  | 'localService.unavailable'
  | 'network.not_configured'
  | 'response.unexpected_shape'
  | 'source.changed';

declare const unchecked: unique symbol;

/** A code to branch on: one that we know of, or one that came from outside through `codeFromOutside`. */
export type ProblemCode = KnownProblemCode | (string & { readonly [unchecked]: true });

/** The code that a service or a journal names, which may be one that nobody told us of. */
export function codeFromOutside(code: string): ProblemCode {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a text becomes a code
  return code as ProblemCode;
}

/** What every error of ours carries: a code to branch on and a sentence for people who look closer. */
export abstract class CodedError extends Error {
  abstract override readonly name: string;
  abstract readonly code: ProblemCode;
  readonly detail: string;
  /** The same as the detail, where any language can say it. */
  readonly fault: Fault | undefined;

  constructor(detail: string, { fault, ...options }: ErrorOptions & { fault?: Fault | undefined } = {}) {
    super(detail, options);
    this.detail = detail;
    this.fault = fault;
  }
}

/** A service's own JSON error (api.md, Errors). */
export class ServiceError extends CodedError {
  override readonly name = 'ServiceError';
  /** One of `documentedErrors`, one of `guessedErrors`, or one that nobody told us of. */
  readonly code: ProblemCode;
  /** The HTTP status. */
  readonly status: number;
  /** How long the service asks to wait, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, status: number, detail: string, retryAfterMs?: number, fault?: Fault) {
    super(detail, { fault });
    this.code = codeFromOutside(code);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The exchange failed before an answer of the API could be read. */
export class TransportError extends CodedError {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  /** The HTTP status, when there was an answer at all. */
  readonly status: number | undefined;
  /** `false` when the last byte of the request certainly had not left: no service can have accepted it. */
  readonly requestComplete: boolean;
  /** How long the answer asks to wait, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: TransportErrorCode,
    detail: string,
    options: ErrorOptions & {
      status?: number;
      requestComplete?: boolean;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(detail, options);
    this.code = code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.requestComplete =
      options.requestComplete ?? (code !== 'transport.unreachable' && code !== 'transport.certificate');
  }
}

/** The file was not as long as announced when it was read for a submission, so its upload was given up. */
export class SourceError extends CodedError {
  override readonly name = 'SourceError';
  readonly code = 'source.changed';
}

/** A JSON answer in which something needed was not found under any name of the dialect. */
export class ShapeError extends CodedError {
  override readonly name = 'ShapeError';
  readonly code = 'response.unexpected_shape';
  /** The field that was missing or not understood, as api.md names it. */
  readonly missing: string;

  constructor(missing: string, of: string) {
    super(`The ${of} has no “${missing}” that could be understood.`, {
      fault: fault('answer.lacks', missing),
    });
    this.missing = missing;
  }
}

/** The network was asked for, but no address is set for it. */
export class NotConfiguredError extends CodedError {
  override readonly name = 'NotConfiguredError';
  readonly code = 'network.not_configured';

  constructor() {
    super('No address is set for the network.');
  }
}

/** A command was called with what it does not take. */
export class ArgumentsError extends CodedError {
  override readonly name = 'ArgumentsError';
  readonly code = 'arguments.invalid';

  constructor(found: Fault) {
    super(faultSentence(found), { fault: found });
  }
}

// The network code is a bundle of its own, so its classes are not ours: these tests go by name, never by `instanceof`.

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError';
}

export function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && error.name === 'TransportError';
}

export function isShapeError(error: unknown): error is ShapeError {
  return error instanceof Error && error.name === 'ShapeError';
}

/** Whether the error has a code and a detail of ours. */
export function isCodedError(error: unknown): error is CodedError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'detail' in error;
}

/** Reads required and available credits from the detail of `entitlements.insufficient_credits` (api.md, Errors 3). */
export function parseInsufficientCredits(
  detail: string,
): { required: number; available: number } | undefined {
  const required = creditsAfter(/Required:\s*/i, detail);
  const available = required && creditsAfter(/Available:\s*/i, detail.slice(required.at));
  return required && available && { required: required.credits, available: available.credits };
}

/** The figure behind the words, which may end a sentence or stand before a comma. */
function creditsAfter(words: RegExp, detail: string): { credits: number; at: number } | undefined {
  const found = words.exec(detail);
  const at = (found?.index ?? 0) + (found?.[0].length ?? 0);
  const [figure] = /^\d+(?:[.,'’ \u00A0\u202F]\d+)*/.exec(detail.slice(at)) ?? [];
  const credits = found === null ? undefined : asCredits(figure);
  return credits === undefined ? undefined : { credits, at };
}

/** The detail of `entitlements.insufficient_credits` in its form (api.md, Errors 3). */
export function insufficientCreditsDetail(required: number, available: number): string {
  return `Insufficient credits. Required: ${required}, Available: ${available}`;
}
