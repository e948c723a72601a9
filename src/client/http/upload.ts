import { isCodedError, CodedError } from '../../contract/errors.ts';
import { type ByteReader, newMemory } from '../../util/byteReader.ts';
import type { RequestBody } from './exchange.ts';
import type { MultipartFrame } from './multipart.ts';
import { reclaimBuffer } from './readAfterReset.ts';

export interface UploadedFile {
  readonly content: ByteReader;
  readonly sizeBytes: number;
}

interface UploadSource {
  readonly files: readonly UploadedFile[];
  /** Called with the number of file bytes sent so far. */
  readonly onSent: (sentBytes: number) => void;
}

/**
 * Streams files one after the other inside their multipart frame, with a total length that is known beforehand. Reports
 * whether the last byte has been sent.
 */
export class UploadBody implements RequestBody {
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
      let reading = readNext(file, left, memory);
      let spare: Buffer | undefined;
      for (;;) {
        const count = await reading;
        if (count === 0) break;
        left -= count;
        sentBytes += count;
        // The next chunk is read while this one is sent.
        const ahead = spare ?? newMemory(left);
        reading = readNext(file, left, ahead);
        reading.catch(ignore);
        yield memory.subarray(0, count);
        onSent(sentBytes);
        // A buffer that something may still read is never overwritten.
        spare = reclaimBuffer(memory) ? memory : undefined;
        memory = ahead;
      }
      await file.content.close();
    }
    // Set before the last bytes are handed over, because they may be sent at any time after that.
    this.#complete = true;
    yield tail;
  }
}

/** A failure to read ahead is reported when the read is awaited. */
const ignore = (): void => {};

/**
 * Reads the next chunk of a file with this many bytes left.
 * @throws CodedError `source.changed` if the file has more or fewer
 */
export async function readNext(
  { content }: UploadedFile,
  leftBytes: number,
  memory: Buffer,
): Promise<number> {
  const count = await read(content, memory);
  if (count > leftBytes) throw new CodedError('source.changed', 'The file grew while it was being uploaded.');
  if (count === 0 && leftBytes > 0)
    throw new CodedError('source.changed', 'The file shrank while it was being uploaded.');
  return count;
}

async function read(content: ByteReader, memory: Buffer): Promise<number> {
  try {
    return await content.read(memory);
  } catch (error) {
    throw isCodedError(error)
      ? error
      : new CodedError('source.changed', 'The file couldn’t be read completely.', { cause: error });
  }
}
