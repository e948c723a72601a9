import { type Readable, pipeline, type Transform, PassThrough } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type CodedError, ServiceError, TransportError } from '../contract/errors.ts';
import { parseErrorBody } from '../contract/fault.ts';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { formatById, mediaTypeOf } from '../contract/formats/table.ts';
import { asObject } from '../contract/read.ts';
import { dayMs } from '../util/clock.ts';
import { parseTolerantly, type Revive } from '../util/json.ts';
import { ownValue } from '../util/ownValue.ts';
import type { Redact } from './credentials.ts';

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

/**
 * The headers of an answer. A server may send any of them twice, even those that Node's types declare as single
 * strings.
 */
export class ResponseHeaders {
  readonly #headers: Readonly<Record<string, string | string[] | undefined>>;

  constructor(headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#headers = headers;
  }

  /** The value of a header by its lower-case name; the first one if it was sent more than once. */
  get(name: string): string | undefined {
    const value = ownValue(this.#headers, name);
    return Array.isArray(value) ? value[0] : value;
  }

  /** The media type without its parameters, in lower case. */
  get mediaType(): string | undefined {
    return this.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  }
}

/** Decoders of content codings (RFC 9110, 8.4.1). */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** Types of files that are gzip themselves: some servers report the file's own compression as a content coding. */
const packedTypes: ReadonlySet<string | undefined> = new Set([mediaTypeOf('gz'), 'application/x-gzip']);

/** True if a body has a content coding, although the request didn't ask for one. */
function hasContentCoding(headers: ResponseHeaders): boolean {
  return decoderOf(headers) !== undefined;
}

/** The decoded body. It fails if the coded bytes are cut off or damaged. */
function decodeContent(headers: ResponseHeaders, body: Readable): Readable {
  const decoder = decoderOf(headers)?.();
  if (decoder === undefined) return body;
  // Readers of the decoder see the failure of either stream, so this callback has nothing to report.
  return pipeline(body, decoder, () => {});
}

function decoderOf(headers: ResponseHeaders): (() => Transform) | undefined {
  const fileName = headers.get('content-disposition')?.trim() ?? '';
  if (packedTypes.has(headers.mediaType) || isPackedName(fileName)) return undefined;
  return decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
}

/** True if a `Content-Disposition` header ends in a file name, quoted or not, with a gzip file's extension. */
function isPackedName(disposition: string): boolean {
  const format = formatOfFileName(disposition.replace(/["']$/, ''));
  return format === 'gz' || (format !== undefined && formatById(format)?.container === 'gz');
}

/** A binary body whose failures are errors of `contract/errors.ts`. */
export interface BinaryBody {
  readonly body: Readable;
  /** The length in the Content-Length header; `undefined` if the service doesn't send it. */
  readonly lengthBytes: number | undefined;
  /** The media type in the Content-Type header, without its parameters. */
  readonly contentType: string | undefined;
}

/** Wraps the body of an answer. `toError` converts the connection's errors. */
export function binaryBody(answer: HttpResponse, toError: (error: unknown) => unknown): BinaryBody {
  const out = new PassThrough();
  // The body may fail before anything reads it. A later reader sees the error; without a listener, it would end the
  // process.
  out.on('error', () => {});
  const fail = (error: unknown): void => {
    const mapped = toError(error);
    out.destroy(mapped instanceof Error ? mapped : new Error(String(mapped)));
  };
  const body = decodeContent(answer.headers, answer.body);
  body.on('error', fail);
  body.on('close', () => {
    if (!body.readableEnded) fail(new Error('Unexpected end of the response body'));
  });
  out.on('close', () => body.destroy());
  body.pipe(out);
  const { headers } = answer;
  // The Content-Length of an encoded body isn't the file's length.
  const length = hasContentCoding(headers) ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN);
  return {
    body: out,
    lengthBytes: Number.isSafeInteger(length) && length >= 0 ? length : undefined,
    contentType: headers.mediaType,
  };
}

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

/** An error of the service's storage, which doesn't answer as the API does. */
export function storageError({ host, status }: HttpResponse): TransportError {
  const detail = `${host}, where the service stores files, responded with status ${status}.`;
  return new TransportError('transport.storage', detail, { status });
}
