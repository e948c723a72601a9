import { isCodedError, SourceError } from '../../contract/errors.ts';
import { type ByteReader, newMemory } from '../../util/byteReader.ts';
import type { RequestBody } from './exchange.ts';
import type { MultipartFrame } from './multipart.ts';
import { takeBack } from './sentMemory.ts';

interface UploadedFile {
  readonly content: ByteReader;
  readonly sizeBytes: number;
}

export interface UploadSource {
  readonly files: readonly UploadedFile[];
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
    for (const [index, file] of files.entries()) {
      yield heads[index] ?? Buffer.alloc(0);
      let left = file.sizeBytes;
      let memory = newMemory(left);
      let reading = next(file, left, memory);
      let spare: Buffer | undefined;
      for (;;) {
        const count = await reading;
        if (count === 0) break;
        left -= count;
        sentBytes += count;
        // Read while this one is sent.
        const ahead = spare ?? newMemory(left);
        reading = next(file, left, ahead);
        reading.catch(ignore);
        yield memory.subarray(0, count);
        onSent(sentBytes);
        // What may still be read is never overwritten, whoever reads it.
        spare = takeBack(memory) ? memory : undefined;
        memory = ahead;
      }
      await file.content.close();
    }
    // Set before the bytes are handed over: from here on nobody can say that they did not leave.
    this.#complete = true;
    yield tail;
  }
}

/** What is read ahead fails where it is waited for. */
const ignore = (): void => {};

/** Reads on in a file of which so many bytes are left. @throws SourceError when there are more or fewer */
async function next({ content }: UploadedFile, leftBytes: number, memory: Buffer): Promise<number> {
  const count = await read(content, memory);
  if (count > leftBytes) throw new SourceError('The file grew while it was sent.');
  if (count === 0 && leftBytes > 0) throw new SourceError('The file shrank while it was sent.');
  return count;
}

async function read(content: ByteReader, memory: Buffer): Promise<number> {
  try {
    return await content.read(memory);
  } catch (error) {
    throw isCodedError(error)
      ? error
      : new SourceError('The file could not be read to its end.', { cause: error });
  }
}
