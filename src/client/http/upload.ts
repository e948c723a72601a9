import type { Readable } from 'node:stream';
import { isCodedError, SourceError } from '../../contract/errors.ts';
import type { RequestBody } from './exchange.ts';
import type { MultipartFrame } from './multipart.ts';

export interface UploadSource {
  readonly files: readonly {
    readonly content: Readable;
    readonly sizeBytes: number;
  }[];
  /** Called with the bytes of the files that have been handed over so far. */
  readonly onSent: (sentBytes: number) => void;
}

/**
 * Streams files inside their multipart frame, one after the other, with a length known beforehand, and knows whether the last
 * byte has left.
 */
export class Upload implements RequestBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  #complete = false;

  constructor(frame: MultipartFrame, source: UploadSource) {
    const frameBytes = [...frame.heads, frame.tail].map(({ byteLength }) => byteLength);
    const fileBytes = source.files.map(({ sizeBytes }) => sizeBytes);
    this.contentType = frame.contentType;
    this.lengthBytes = [...frameBytes, ...fileBytes].reduce((sum, bytes) => sum + bytes, 0);
    this.chunks = this.#stream(frame, source);
  }

  isComplete(): boolean {
    return this.#complete;
  }

  async *#stream(
    { heads, tail }: MultipartFrame,
    { files, onSent }: UploadSource,
  ): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    for (const [index, { content, sizeBytes }] of files.entries()) {
      yield heads[index] ?? Buffer.alloc(0);
      for await (const chunk of announced(content, sizeBytes)) {
        yield chunk;
        sentBytes += chunk.byteLength;
        onSent(sentBytes);
      }
    }
    // Set before the bytes are handed over: from here on nobody can say that they did not leave.
    this.#complete = true;
    yield tail;
  }
}

/** A file's bytes, as many as were announced. @throws SourceError when there are more or fewer */
async function* announced(content: Readable, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  for await (const chunk of readable(content)) {
    readBytes += chunk.byteLength;
    if (readBytes > sizeBytes) throw new SourceError('The file grew while it was sent.');
    yield chunk;
  }
  if (readBytes < sizeBytes) throw new SourceError('The file shrank while it was sent.');
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
