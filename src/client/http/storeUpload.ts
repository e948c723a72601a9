import { createHash } from 'node:crypto';
import { isCodedError, TransportError } from '../../contract/errors.ts';
import { sha256Query } from '../../contract/extensions.ts';
import { routes } from '../../contract/routes.ts';
import { type NewUpload, parseSignedRequest } from '../../contract/signedUploads.ts';
import { bytesBody } from './exchange.ts';
import type { Transport } from './transport.ts';
import { readNext, type UploadedFile } from './upload.ts';

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
