import { PassThrough, type Readable } from 'node:stream';
import type { HttpResponse } from './response.ts';
import { decodeContent, hasContentCoding } from './contentCoding.ts';

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
