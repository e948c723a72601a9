import type { Readable } from 'node:stream';
import { asObject } from '../../contract/read.ts';
import { parseTolerantly, type Revive } from '../../util/json.ts';
import type { ResponseHeaders } from './responseHeaders.ts';
import { decodeContent } from './contentCoding.ts';
import type { Redact } from './redaction.ts';

/** The head of an HTTP answer, with its body still to be read. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
  /** The server that answered, as `host:port`. */
  readonly host: string;
  /** True once the last byte of the request has been sent; an early answer comes before that. */
  readonly requestComplete: () => boolean;
}

/** Far larger than any record, error, or list of the API. A larger answer isn't the API's. */
export const maxRecordBytes = 1024 * 1024;
export const maxListBytes = 8 * 1024 * 1024;

/** The part of a body that was read, as UTF-8. */
interface ReadText {
  readonly text: string;
  /** The error that ended the read early; `undefined` if the body is complete or too large. */
  readonly error?: unknown;
  readonly isWhole: boolean;
}

/** Reads a body as text, up to a number of bytes. Never rejects. */
export async function readText(answer: HttpResponse, maxBytes: number): Promise<ReadText> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // `TextDecoder` also removes a byte order mark.
  const textSoFar = (): string => new TextDecoder().decode(Buffer.concat(chunks));
  try {
    for await (const chunk of decodeContent(answer.headers, answer.body) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { text: textSoFar(), isWhole: false };
      chunks.push(chunk);
    }
  } catch (error) {
    return { text: textSoFar(), error, isWhole: false };
  }
  return { text: textSoFar(), isWhole: true };
}

interface JsonReading {
  readonly maxBytes: number;
  readonly redact: Redact;
  /** True to use the readable part of a body that breaks off, is too large, or ends in the middle. */
  readonly mayEndEarly?: boolean;
}

/**
 * Reads a body as JSON, redacts each text in it, and drops fields that can't be read. Returns `undefined` if it is too
 * large or isn't JSON of the API. Whole numbers that are too large to be exact, such as identifiers, become strings of
 * digits.
 */
export async function readJson(
  answer: HttpResponse,
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

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect, or `undefined` for any other answer. */
export function redirectTarget(answer: HttpResponse, from: URL): URL | undefined {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  return URL.parse(location, from.href) ?? undefined;
}
