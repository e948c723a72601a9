import { randomBytes } from 'node:crypto';
import { filePart } from '../../contract/routes.ts';

/** A request body whose length is known before it is made. */
export interface FormBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** A file to be sent; `paddingBytes` zeros follow its content, made as they are sent. */
export interface FormFile {
  readonly name: string;
  readonly content: Buffer;
  readonly paddingBytes?: number;
}

const zeros = Buffer.alloc(256 * 1024);

/** A `multipart/form-data` body (RFC 7578); without a file there is no part `file` at all. */
export function formBody(fields: Readonly<Record<string, string>>, file?: FormFile): FormBody {
  const boundary = `conformance-${randomBytes(12).toString('hex')}`;
  const head = Object.entries(fields)
    .map(([name, value]) => part(boundary, `name="${name}"`, value))
    .join('');
  const end = `--${boundary}--\r\n`;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  if (file === undefined) return plainBody(contentType, head + end);
  const open = Buffer.from(
    `${head}--${boundary}\r\nContent-Disposition: form-data; name="${filePart}"; filename="${file.name}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const close = Buffer.from(`\r\n${end}`);
  const { content, paddingBytes = 0 } = file;
  return {
    contentType,
    lengthBytes: open.length + content.length + paddingBytes + close.length,
    async *chunks() {
      yield Buffer.concat([open, content]);
      for (let left = paddingBytes; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
      yield close;
    },
  };
}

/** A body of any type. */
export function plainBody(contentType: string, text: string): FormBody {
  const bytes = Buffer.from(text);
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
