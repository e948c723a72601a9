import { randomBytes } from 'node:crypto';

/** The bytes around the files in a `multipart/form-data` body. */
export interface MultipartFrame {
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
