import type { Readable } from 'node:stream';
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

/** Far above any list of formats; an answer that is larger is not the API's. */
const maxTextBytes = 8 * 1024 * 1024;

/** Reads a body as UTF-8, or `undefined` when it is too large to be an answer of the API. */
export async function readText(answer: Answer): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(answer.headers, answer.body) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) return undefined;
    chunks.push(chunk);
  }
  // A decoder of the platform also takes a byte order mark away.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** `JSON.parse` as it is, which the types of the language don't tell in full: it also gives the text of a number. */
type Parse = (
  text: string,
  revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;
const parse: Parse = JSON.parse;

/**
 * Reads JSON with secrets taken out of every text in it, or `undefined` for a text that is no JSON. Whole numbers that are
 * too large to be exact, such as identifiers, are read as their digits.
 */
export function parseJson(text: string | undefined, redact: Redact): unknown {
  if (text === undefined) return undefined;
  try {
    return parse(text, (_name, value, context) => {
      if (typeof value === 'string') return redact(value);
      const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
      return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
    });
  } catch {
    return undefined;
  }
}
