import { type CodedError, ServiceError, TransportError } from '../../contract/errors.ts';
import { parseErrorBody } from '../../contract/faults/fault.ts';
import { dayMs } from '../../util/clock.ts';
import { type HttpResponse, maxRecordBytes, readJson } from './response.ts';
import type { ResponseHeaders } from './responseHeaders.ts';
import type { Redact } from './redaction.ts';

/** Context for the error of an answer. Servers tend to repeat the key that they refuse, so their texts are redacted. */
export interface ResponseErrorContext {
  /** The current time by this computer's clock, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly redact: Redact;
}

/**
 * Reads the body. Returns the service's own error if the body is JSON in the expected shape (api.md, Errors 1), else an
 * error that says that the answer isn't the API's.
 */
export async function responseError(
  answer: HttpResponse,
  context: ResponseErrorContext,
): Promise<CodedError> {
  const body = parseErrorBody(await readJson(answer, { maxBytes: maxRecordBytes, redact: context.redact }));
  if (body === undefined) return unreadableResponse(answer, context);
  const waitMs = retryAfterMs(answer.headers, context.nowMs);
  const { error, detail, fault } = body;
  return new ServiceError(error, answer.status, detail, waitMs, fault);
}

/** An error for an answer that isn't the API's. It tells the user what to do next. */
export function unreadableResponse(
  answer: HttpResponse,
  { nowMs, redact }: ResponseErrorContext,
): TransportError {
  const { host, status, headers, requestComplete } = answer;
  const type = redact(headers.mediaType ?? 'an unknown type');
  return new TransportError(
    'transport.unreadable',
    `${host} responded with status ${status} and ${type} instead of the API’s JSON. Check the base URL, and whether a proxy or sign-in page intercepts requests.`,
    { status, requestComplete: requestComplete(), retryAfterMs: retryAfterMs(headers, nowMs) },
  );
}

/** The longest delay that is honored: daily credits are renewed by then. */
const maxRetryAfterMs = dayMs;

/**
 * The delay of a `Retry-After` header in milliseconds, at most a day; `undefined` unless the header contains seconds or
 * an HTTP date. A date is compared with the `Date` of the same answer, because clocks differ.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text)
    ? Math.ceil(Number(text) * 1000)
    : parseDate(text) - (parseDate(headers.get('date') ?? '') || nowMs);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), maxRetryAfterMs);
}

/** `Date.parse` accepts almost anything, such as a lone negative number; an HTTP date starts with the name of its day. */
function parseDate(text: string): number {
  return /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
}

/** An error for a redirect that isn't followed: the key goes to one origin, and a submission is sent once. */
export function redirected(answer: HttpResponse, from: URL, to: URL, redact: Redact): TransportError {
  return new TransportError(
    'transport.redirected',
    `${from.host} redirects to ${redact(to.origin)}, and the redirect wasn’t followed. If that’s the service’s address, set it as the base URL.`,
    { status: answer.status, requestComplete: answer.requestComplete() },
  );
}
