import { randomBytes } from 'node:crypto';
import { filePart } from '../../../src/contract/routes.ts';

/** A request body with a length known in advance. */
export interface FormBody {
  readonly contentType: string;
  readonly content: Blob;
}

/** A file to send. Its content is followed by `paddingBytes` zeros, which take no memory. */
export interface FormFile {
  readonly name: string;
  readonly content: Buffer<ArrayBuffer>;
  readonly paddingBytes?: number;
}

const zeros = new Blob([Buffer.alloc(256 * 1024)]);

/** A `multipart/form-data` body (RFC 7578). Without a file, there is no `file` part. */
export function formBody(fields: Readonly<Record<string, string>>, ...files: readonly FormFile[]): FormBody {
  const boundary = `conformance-${randomBytes(12).toString('hex')}`;
  const head = (disposition: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [head(`name="${name}"`), '\r\n', value]),
    ...files.map(({ name, content, paddingBytes = 0 }) => [
      head(`name="${filePart}"; filename="${name}"`),
      'Content-Type: application/octet-stream\r\n\r\n',
      content,
      ...padding(paddingBytes),
    ]),
  ];
  const content = new Blob([...parts.flatMap((part) => [...part, '\r\n']), `--${boundary}--\r\n`]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, content };
}

/** A body of any type. */
export function plainBody(contentType: string, content: BlobPart): FormBody {
  return { contentType, content: new Blob([content]) };
}

function padding(bytes: number): Blob[] {
  const whole = Array.from({ length: Math.floor(bytes / zeros.size) }, () => zeros);
  return [...whole, zeros.slice(0, bytes % zeros.size)];
}
