import { randomBytes } from 'node:crypto';

/** The bytes around the file in a `multipart/form-data` body. */
export interface MultipartFrame {
  readonly contentType: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Frames one file, after plain fields so that a server knows them before the file arrives (RFC 7578). */
export function frameMultipart(
  fields: Readonly<Record<string, string>>,
  file: { readonly part: string; readonly fileName: string },
  boundary = `----file-utility-network-${randomBytes(16).toString('hex')}`,
): MultipartFrame {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const fileHead =
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(file.part)}"; filename="${quoted(file.fileName)}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(parts.join('') + fileHead),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/** A name between quotes as browsers write it (HTML, multipart form data): UTF-8, with these three characters escaped. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
