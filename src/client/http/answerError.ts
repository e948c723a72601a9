import { parseErrorBody } from '../../contract/errorBody.ts';
import { type CodedError, ServiceError, TransportError } from '../../contract/errors.ts';
import { type Answer, maxRecordBytes, readJson } from './answer.ts';
import type { Redact } from './redaction.ts';
import { parseRetryAfter } from './retryAfter.ts';

/** What is needed to speak of an answer. Servers like to repeat the key that they refuse, so their words are redacted. */
export interface AnswerContext {
  readonly host: string;
  readonly nowMs: number;
  readonly redact: Redact;
}

/**
 * The error that an answer stands for: the service's own (Errors) where the body is JSON in the document's shape, else an
 * answer that is not the API's. Reads the body.
 */
export async function answerError(answer: Answer, context: AnswerContext): Promise<CodedError> {
  const body = parseErrorBody(await readJson(answer, maxRecordBytes, context.redact));
  if (body === undefined) return unreadable(answer, context);
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], context.nowMs);
  return new ServiceError(body.error, answer.status, body.detail, retryAfterMs);
}

/** An answer that is not the API's, with what to do about it. */
export function unreadable(answer: Answer, { host, redact }: AnswerContext): TransportError {
  const type = redact(answer.headers['content-type']?.split(';')[0] ?? 'nothing of a known type');
  return new TransportError(
    'transport.unreadable',
    `${host} answered ${answer.status} with ${type} instead of the API's JSON. Check the base URL, and whether a proxy or sign-in page stands in between.`,
    { status: answer.status, requestComplete: answer.requestComplete() },
  );
}
