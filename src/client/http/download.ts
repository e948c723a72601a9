import { PassThrough, type Readable } from 'node:stream';
import type { Answer } from './answer.ts';

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
  answer.body.on('error', fail);
  answer.body.on('close', () => {
    if (!answer.body.readableEnded) fail(new Error('The body ended too early.'));
  });
  out.on('close', () => answer.body.destroy());
  answer.body.pipe(out);
  const length = Number(answer.headers['content-length'] ?? Number.NaN);
  return {
    body: out,
    lengthBytes: Number.isSafeInteger(length) && length >= 0 ? length : undefined,
    contentType: answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase(),
  };
}
