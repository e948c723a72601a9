import { asCredits } from './read.ts';
import { undocumentedErrors, type jobFailureCodes } from './dialect.ts';
import { type Fault, fault, faultSentence } from './fault.ts';

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
  'queue.pool_saturated': { status: undocumentedErrors['queue.pool_saturated'].status },
} as const satisfies Record<string, { readonly status: number }>;

export type DocumentedErrorCode = keyof typeof documentedErrors;
export type UndocumentedErrorCode = keyof typeof undocumentedErrors;

/** Codes for a request that failed without a JSON error of the API. */
export type TransportErrorCode =
  /** No connection was made: refused, unknown host, no route. Nothing was sent. */
  | 'transport.unreachable'
  /** The connection broke or went silent after something was sent, so the outcome is unknown. */
  | 'transport.interrupted'
  /** The certificate was not accepted. Nothing was sent. */
  | 'transport.certificate'
  /** The answer redirects to another origin. */
  | 'transport.redirected'
  /** A download redirects to a forbidden address, which is less secure than the service or isn't public. */
  | 'transport.unsafe_redirect'
  /** The host that stores the output didn't deliver it. */
  | 'transport.storage'
  /** An answer that isn't the API's, such as HTML, a proxy's page, or incomplete JSON. */
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

/** Codes for problems that prevent the creation of a job. */
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

/** Codes for problems that jobs detect. */
export type JobProblemCode =
  /** Another key than the current one must pay. Nothing was sent. */
  | 'api_key.changed'
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

/** Codes for a sign-in in the browser that ended without a key. */
type SignInProblemCode =
  /** Canceled, in VS Code or in the browser. */
  | 'sign_in.canceled'
  | 'sign_in.expired'
  /** A newer sign-in in the same window took its place. */
  | 'sign_in.replaced'
  | 'sign_in.refused'
  /** The answer isn't one to this request, or not from this provider. */
  | 'sign_in.untrusted'
  /** The network rejects the key that the provider issued. */
  | 'sign_in.key_rejected';

/** Every known code. `vscode/text/problems.ts` only compiles if it has a sentence for each. */
export type KnownProblemCode =
  | DocumentedErrorCode
  | UndocumentedErrorCode
  | TransportErrorCode
  | FileErrorCode
  | PlanProblemCode
  | JobProblemCode
  | SignInProblemCode
  | (typeof jobFailureCodes)[number]
  | 'arguments.invalid'
  | 'localService.unavailable'
  /** It ended before it answered. */
  | 'localService.exited'
  | 'network.not_configured'
  /** The job was submitted with another key, and the current key's account doesn't have it. */
  | 'api_key.other_account'
  | 'response.unexpected_shape'
  | 'source.changed';

declare const unchecked: unique symbol;

/** A code to branch on: a known one, or a service's own code that `codeFromOutside` has converted. */
export type ProblemCode = KnownProblemCode | (string & { readonly [unchecked]: true });

/** Converts a code from a service or a journal, which may be unknown. */
export function codeFromOutside(code: string): ProblemCode {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where a text becomes a code
  return code as ProblemCode;
}

/** An error with a code to branch on and a sentence with details. Subclasses only add facts. */
export class CodedError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name: string = 'CodedError';
  readonly code: Code;
  readonly detail: string;
  /** The detail in translatable form, if there is one. */
  readonly fault: Fault | undefined;
  /** The name of the affected file, if there are several. */
  readonly file: string | undefined;

  constructor(
    code: Code,
    detail: string,
    { fault, file, ...options }: ErrorOptions & { fault?: Fault | undefined; file?: string } = {},
  ) {
    super(detail, options);
    this.code = code;
    this.file = file;
    this.detail = detail;
    this.fault = fault;
  }
}

/** A service's own JSON error (api.md, Errors). Its code may be unknown. */
export class ServiceError extends CodedError {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The delay that the service asks for in `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, status: number, detail: string, retryAfterMs?: number, fault?: Fault) {
    super(codeFromOutside(code), detail, { fault });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The exchange failed before an API answer could be read. */
export class TransportError extends CodedError<TransportErrorCode> {
  override readonly name = 'TransportError';
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** `false` if the last byte of the request was certainly not sent, so that no service can have accepted it. */
  readonly requestComplete: boolean;
  /** The delay that the answer asks for in `Retry-After`, in milliseconds. */
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
    super(code, detail, options);
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.requestComplete =
      options.requestComplete ?? (code !== 'transport.unreachable' && code !== 'transport.certificate');
  }
}

/** A JSON answer lacks a required field under every name that `dialect.ts` lists. */
export class ShapeError extends CodedError {
  override readonly name = 'ShapeError';
  /** The missing or unreadable field, as named in api.md. */
  readonly missing: string;

  constructor(missing: string, of: string) {
    super('response.unexpected_shape', `The ${of} has no valid “${missing}”.`, {
      fault: fault('answer.lacks', missing),
    });
    this.missing = missing;
  }
}

/** The error for a command that was called with invalid arguments. */
export function invalidArguments(found: Fault): CodedError {
  return new CodedError('arguments.invalid', faultSentence(found), { fault: found });
}

// The network code is a separate bundle with its own copies of these classes, so the type guards compare names instead
// of using `instanceof`.

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError';
}

export function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && error.name === 'TransportError';
}

export function isShapeError(error: unknown): error is ShapeError {
  return error instanceof Error && error.name === 'ShapeError';
}

/** True if the error has a code and a detail. */
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

/** The number after a match. A period or a comma may follow it. */
function creditsAfter(words: RegExp, detail: string): { credits: number; at: number } | undefined {
  const found = words.exec(detail);
  const at = (found?.index ?? 0) + (found?.[0].length ?? 0);
  const [figure] = /^\d+(?:[.,'’ \u00A0\u202F]\d+)*/.exec(detail.slice(at)) ?? [];
  const credits = found === null ? undefined : asCredits(figure);
  return credits === undefined ? undefined : { credits, at };
}

/** Builds the detail of `entitlements.insufficient_credits` in the documented form (api.md, Errors 3). */
export function insufficientCreditsDetail(required: number, available: number): string {
  return `Insufficient credits. Required: ${required}, Available: ${available}`;
}

/**
 * Statuses with which a server or proxy rejects a request before processing it, whatever the body says. Other 4xx
 * statuses may come from a gateway that had already forwarded the request.
 */
const refusingStatuses: ReadonlySet<number> = new Set([
  301, 307, 308, 404, 405, 407, 411, 413, 414, 415, 429, 431,
]);

/**
 * True if the service certainly didn't accept a failed submission, so that sending it again can't charge twice: it
 * wasn't sent completely, or the service refused it. `false` if that is unknown.
 */
export function certainlyNotAccepted(error: unknown): boolean {
  if (isServiceError(error)) {
    return Object.hasOwn(documentedErrors, error.code) || (error.status >= 400 && error.status < 500);
  }
  if (isTransportError(error)) {
    return !error.requestComplete || (error.status !== undefined && refusingStatuses.has(error.status));
  }
  // The remaining errors are faults of the file, which end the upload early. A shape error, however, means that the
  // service answered.
  return isCodedError(error) && !isShapeError(error);
}
