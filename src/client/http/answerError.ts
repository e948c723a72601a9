import { parseErrorBody } from '../../contract/errorBody.ts';
import { type CodedError, ServiceError, TransportError } from '../../contract/errors.ts';
import { type Answer, maxRecordBytes, readJson } from './answer.ts';
import type { Redact } from './redaction.ts';
import { retryAfterMs } from './retryAfter.ts';

/** Context for describing an answer. Servers tend to repeat the key that they refuse, so their texts are redacted. */
export interface AnswerContext {
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly nowMs: number;
  readonly redact: Redact;
}

/**
 * Reads the body, and returns the service's own error if it is JSON in the expected shape (api.md, Errors 1), else an
 * error for an answer that isn't the API's.
 */
export async function answerError(answer: Answer, context: AnswerContext): Promise<CodedError> {
  const body = parseErrorBody(await readJson(answer, { maxBytes: maxRecordBytes, redact: context.redact }));
  if (body === undefined) return unreadable(answer, context);
  const waitMs = retryAfterMs(answer.headers, context.nowMs);
  const { error, detail, fault } = body;
  return new ServiceError(error, answer.status, detail, waitMs, fault);
}

/** An error for an answer that isn't the API's, with the next step. */
export function unreadable(answer: Answer, { nowMs, redact }: AnswerContext): TransportError {
  const { host, status, headers, requestComplete } = answer;
  const type = redact(headers.mediaType ?? 'nothing of a known type');
  return new TransportError(
    'transport.unreadable',
    `${host} answered ${status} with ${type} instead of the API's JSON. Check the base URL, and whether a proxy or sign-in page stands in between.`,
    { status, requestComplete: requestComplete(), retryAfterMs: retryAfterMs(headers, nowMs) },
  );
}
