import { PassThrough, type Readable } from 'node:stream';
import type { Answer } from './answer.ts';
import { decoded, isCoded } from './contentCoding.ts';

/** A binary body whose failures are errors of `contract/errors.ts`. */
export interface BinaryBody {
  readonly body: Readable;
  /** From Content-Length; `undefined` when the service does not say. */
  readonly lengthBytes: number | undefined;
  /** From Content-Type, without its parameters. */
  readonly contentType: string | undefined;
}

/** Wraps the body of an answer; `toError` makes an error of ours from one of the connection's. */
export function binaryBody(answer: Answer, toError: (error: unknown) => unknown): BinaryBody {
  const out = new PassThrough();
  // It may fail before anyone reads it; whoever does then is told. Unheard, the error would end the process.
  out.on('error', () => {});
  const fail = (error: unknown): void => {
    const mapped = toError(error);
    out.destroy(mapped instanceof Error ? mapped : new Error(String(mapped)));
  };
  const body = decoded(answer.headers, answer.body);
  body.on('error', fail);
  body.on('close', () => {
    if (!body.readableEnded) fail(new Error('The body ended too early.'));
  });
  out.on('close', () => body.destroy());
  body.pipe(out);
  const { headers } = answer;
  // The length of coded bytes says nothing of the file's.
  const length = isCoded(headers) ? Number.NaN : Number(headers.get('content-length') ?? Number.NaN);
  return {
    body: out,
    lengthBytes: Number.isSafeInteger(length) && length >= 0 ? length : undefined,
    contentType: headers.mediaType,
  };
}
