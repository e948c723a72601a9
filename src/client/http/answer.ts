import type { Readable } from 'node:stream';
import { parseJson } from '../../util/json.ts';
import type { AnswerHeaders } from './answerHeaders.ts';
import { decoded } from './contentCoding.ts';
import type { Redact } from './redaction.ts';

/** The head of an HTTP answer, with its body still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Readable;
  /** Where it comes from, as `host:port`. */
  readonly host: string;
  /** Whether the last byte of the request has been handed over by now; an early answer comes before it. */
  readonly requestComplete: () => boolean;
}

/** Far above any record or error of the API, and any of its lists; an answer that is larger is not the API's. */
export const maxRecordBytes = 1024 * 1024;
export const maxListBytes = 8 * 1024 * 1024;

/** Reads a body as UTF-8, or `undefined` when it is larger. */
async function readText(answer: Answer, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(answer.headers, answer.body) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  // A decoder of the platform also takes a byte order mark away.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Reads a body as JSON, with each text in it redacted; `undefined` for one that is too large or no JSON of the API. Whole
 * numbers that are too large to be exact, such as identifiers, are read as their digits.
 */
export async function readJson(answer: Answer, maxBytes: number, redact: Redact): Promise<unknown> {
  const text = await readText(answer, maxBytes);
  if (text === undefined) return undefined;
  return parseJson(text, (_name, value, context) => {
    if (typeof value === 'string') return redact(value);
    const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
  });
}
