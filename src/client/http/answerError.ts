import { parseErrorBody } from '../../contract/errorBody.ts';
import { type CodedError, ServiceError, TransportError } from '../../contract/errors.ts';
import { type Answer, maxRecordBytes, readJson } from './answer.ts';
import type { Redact } from './redaction.ts';
import { retryAfterMs } from './retryAfter.ts';

/** What is needed to speak of an answer. Servers like to repeat the key that they refuse, so their words are redacted. */
export interface AnswerContext {
  /** Milliseconds since the epoch by this computer's clock. */
  readonly nowMs: number;
  readonly redact: Redact;
}

/**
 * The error that an answer stands for: the service's own where the body is JSON in its shape (api.md, Errors 1), else an
 * answer that is not the API's. Reads the body.
 */
export async function answerError(answer: Answer, context: AnswerContext): Promise<CodedError> {
  const body = parseErrorBody(await readJson(answer, { maxBytes: maxRecordBytes, redact: context.redact }));
  if (body === undefined) return unreadable(answer, context);
  const waitMs = retryAfterMs(answer.headers, context.nowMs);
  const { error, detail, fault } = body;
  return new ServiceError(error, answer.status, detail, waitMs, fault);
}

/** An answer that is not the API's, with what to do about it. */
export function unreadable(answer: Answer, { nowMs, redact }: AnswerContext): TransportError {
  const { host, status, headers, requestComplete } = answer;
  const type = redact(headers.mediaType ?? 'nothing of a known type');
  return new TransportError(
    'transport.unreadable',
    `${host} answered ${status} with ${type} instead of the API's JSON. Check the base URL, and whether a proxy or sign-in page stands in between.`,
    { status, requestComplete: requestComplete(), retryAfterMs: retryAfterMs(headers, nowMs) },
  );
}
