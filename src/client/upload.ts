import { createHash, randomBytes } from 'node:crypto';
import { CodedError, isCodedError, TransportError } from '../contract/errors.ts';
import { type NewUpload, parseSignedRequest, sha256Query } from '../contract/extensions.ts';
import { routes } from '../contract/routes.ts';
import { type ByteReader, newMemory } from '../util/bytes.ts';
import { reclaimBuffer } from './connectors.ts';
import { bytesBody, type RequestBody } from './exchange.ts';
import type { Transport } from './transport.ts';

interface UploadedFile {
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
async function readNext({ content }: UploadedFile, leftBytes: number, memory: Buffer): Promise<number> {
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

/**
 * Uploads a file to the service's store, one part after the other. Keeps one part in memory, and doesn't close the
 * file. `onSent` is called with the number of bytes sent so far.
 * @throws TransportError `transport.storage`, CodedError `source.changed`, or the signal's reason
 */
export async function uploadParts(
  transport: Transport,
  { id, partBytes }: NewUpload,
  file: UploadedFile,
  onSent: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { sizeBytes } = file;
  const memory = Buffer.allocUnsafeSlow(Math.min(partBytes, sizeBytes));
  for (let sent = 0, part = 0; sent < sizeBytes; part += 1) {
    const content = memory.subarray(0, sizeBytes - sent);
    for (let count = 0; count < content.length;)
      count += await readNext(file, sizeBytes - sent - count, content.subarray(count));
    const sha256 = createHash('sha256').update(content).digest('hex');
    const path = `${routes.uploadPart(id, part)}?${sha256Query}=${sha256}`;
    const before = sent;
    const send = async (): Promise<void> => {
      const request = parseSignedRequest(await transport.getJson(path, signal));
      const body = bytesBody(content, 'application/octet-stream', (bytes) => onSent(before + bytes));
      await transport.putSigned(request, body, signal);
    };
    await transport.patiently(send, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw storageFailed(error);
    });
    sent += content.length;
  }
  // Detects that the file has grown.
  await readNext(file, 0, Buffer.alloc(1));
}

/** The error of an upload to the store, after which the file can be submitted without the store. */
export function storageFailed(cause: unknown): TransportError {
  const reason = isCodedError(cause) ? cause.detail : String(cause);
  const detail = `The file couldn’t be uploaded to the service’s storage. ${reason}`;
  return new TransportError('transport.storage', detail, { cause, requestComplete: false });
}

/** The bytes around the files in a `multipart/form-data` body. */
interface MultipartFrame {
  readonly contentType: string;
  /** The bytes before each file: a boundary and the part's headers. */
  readonly heads: readonly Uint8Array[];
  readonly tail: Uint8Array;
}

/**
 * Frames files, in order, each as a part with the same name (RFC 7578, 4.3). Plain fields come first so that a server
 * knows them before the files arrive.
 */
export function frameMultipart(
  fields: Readonly<Record<string, string>>,
  part: string,
  files: readonly { readonly fileName: string }[],
  boundary = `----file-utility-network-${randomBytes(16).toString('hex')}`,
): MultipartFrame {
  const plain = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const heads = files.map(
    ({ fileName }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part)}"; filename="${quoted(fileName)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    heads: heads.map((head, index) => Buffer.from(`${index === 0 ? plain.join('') : '\r\n'}${head}`)),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/** A name in quotes, as browsers write it (HTML, multipart form data): UTF-8, with these three characters escaped. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
