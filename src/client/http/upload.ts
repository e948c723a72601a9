import type { Readable } from 'node:stream';
import { isCodedError, SourceError } from '../../contract/errors.ts';
import type { RequestBody } from './exchange.ts';
import type { MultipartFrame } from './multipart.ts';

export interface UploadSource {
  readonly content: Readable;
  readonly sizeBytes: number;
  /** Called with the bytes of the file that have been handed over so far. */
  readonly onSent: (sentBytes: number) => void;
}

/** Streams a file inside its multipart frame with a length known beforehand, and knows whether the last byte has left. */
export class Upload implements RequestBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  #complete = false;

  constructor(frame: MultipartFrame, source: UploadSource) {
    this.contentType = frame.contentType;
    this.lengthBytes = frame.head.byteLength + source.sizeBytes + frame.tail.byteLength;
    this.chunks = this.#stream(frame, source);
  }

  isComplete(): boolean {
    return this.#complete;
  }

  async *#stream(frame: MultipartFrame, source: UploadSource): AsyncGenerator<Uint8Array> {
    yield frame.head;
    yield* announced(source);
    // Set before the bytes are handed over: from here on nobody can say that they did not leave.
    this.#complete = true;
    yield frame.tail;
  }
}

/** The file's bytes, as many as were announced. @throws SourceError when there are more or fewer. */
async function* announced({ content, sizeBytes, onSent }: UploadSource): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  for await (const chunk of readable(content)) {
    if (sentBytes + chunk.byteLength > sizeBytes) throw new SourceError('The file grew while it was sent.');
    yield chunk;
    sentBytes += chunk.byteLength;
    onSent(sentBytes);
  }
  if (sentBytes < sizeBytes) throw new SourceError('The file shrank while it was sent.');
}

async function* readable(content: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* content as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isCodedError(error)
      ? error
      : new SourceError('The file could not be read to its end.', { cause: error });
  }
}
