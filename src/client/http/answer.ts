import type { Readable } from 'node:stream';
import { asObject } from '../../contract/read.ts';
import type { Revive } from '../../util/json.ts';
import { parseTolerantly } from '../../util/tolerantJson.ts';
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

/** What was read of a body, as UTF-8. */
interface ReadText {
  readonly text: string;
  /** What ended it early; `undefined` for a whole one and for one that is too large. */
  readonly error?: unknown;
  readonly isWhole: boolean;
}

async function readText(answer: Answer, maxBytes: number): Promise<ReadText> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A decoder of the platform also takes a byte order mark away.
  const textSoFar = (): string => new TextDecoder().decode(Buffer.concat(chunks));
  try {
    for await (const chunk of decoded(answer.headers, answer.body) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { text: textSoFar(), isWhole: false };
      chunks.push(chunk);
    }
  } catch (error) {
    return { text: textSoFar(), error, isWhole: false };
  }
  return { text: textSoFar(), isWhole: true };
}

export interface JsonReading {
  readonly maxBytes: number;
  readonly redact: Redact;
  /** Whether what is complete of a body that breaks off, is too large or ends in the middle is of use. */
  readonly mayEndEarly?: boolean;
}

/**
 * Reads a body as JSON, with each text in it redacted and without fields that can't be read; `undefined` for one that is too
 * large or no JSON of the API. Whole numbers that are too large to be exact, such as identifiers, are read as their digits.
 */
export async function readJson(
  answer: Answer,
  { maxBytes, redact, mayEndEarly = false }: JsonReading,
): Promise<unknown> {
  const { text, isWhole, error } = await readText(answer, maxBytes);
  const revive: Revive = (_name, value, context) => {
    if (typeof value === 'string') return redact(value);
    const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
    return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
  };
  const body = isWhole || mayEndEarly ? parseTolerantly(text, revive, mayEndEarly) : undefined;
  if (error !== undefined && Object.keys(asObject(body) ?? {}).length === 0) throw error;
  return body;
}
