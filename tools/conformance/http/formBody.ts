import { randomBytes } from 'node:crypto';
import { filePart } from '../../../src/contract/routes.ts';

/** A request body with a length known in advance. */
export interface FormBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** A file to send. Its content is followed by `paddingBytes` zeros, which are generated during the upload. */
export interface FormFile {
  readonly name: string;
  readonly content: Buffer;
  readonly paddingBytes?: number;
}

const zeros = Buffer.alloc(256 * 1024);

/** A `multipart/form-data` body (RFC 7578). Without a file, there is no `file` part. */
export function formBody(fields: Readonly<Record<string, string>>, ...files: readonly FormFile[]): FormBody {
  const boundary = `conformance-${randomBytes(12).toString('hex')}`;
  const head = Object.entries(fields)
    .map(([name, value]) => part(boundary, `name="${name}"`, value))
    .join('');
  const end = `--${boundary}--\r\n`;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  if (files.length === 0) return plainBody(contentType, head + end);
  const parts = files.map(({ name, content, paddingBytes = 0 }, index) => ({
    head: Buffer.from(
      `${index === 0 ? head : '\r\n'}--${boundary}\r\nContent-Disposition: form-data; name="${filePart}"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    content,
    paddingBytes,
  }));
  const close = Buffer.from(`\r\n${end}`);
  return {
    contentType,
    lengthBytes: parts.reduce(
      (sum, each) => sum + each.head.length + each.content.length + each.paddingBytes,
      close.length,
    ),
    async *chunks() {
      for (const each of parts) {
        yield Buffer.concat([each.head, each.content]);
        for (let left = each.paddingBytes; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
      }
      yield close;
    },
  };
}

/** A body of any type. */
export function plainBody(contentType: string, text: string): FormBody {
  return bytesBody(contentType, Buffer.from(text));
}

export function bytesBody(contentType: string, bytes: Buffer): FormBody {
  return {
    contentType,
    lengthBytes: bytes.length,
    async *chunks() {
      yield bytes;
    },
  };
}

function part(boundary: string, disposition: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
}
