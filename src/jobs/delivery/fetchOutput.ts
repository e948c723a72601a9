import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../../contract/errors.ts';
import { magicLength, mayBeFormat } from './magicBytes.ts';
import type { Download } from '../service.ts';
import type { TemporaryFile } from '../fileStore.ts';

/** What arrived is not a whole output of the expected type. */
export class OutputError extends CodedError {
  override readonly name = 'OutputError';
  readonly code = 'output.invalid';
  /** Whether all of it arrived, so that only its type is in doubt. */
  readonly isWhole: boolean;

  constructor(detail: string, isWhole: boolean) {
    super(detail);
    this.isWhole = isWhole;
  }
}

const markup: ReadonlySet<string | undefined> = new Set(['html', 'xhtml', 'svg', 'xml', undefined]);

/** A proxy's error or a sign-in page with status 200: it passes, like any other fault of the connection. */
function isWebPage({ contentType }: Download, head: Buffer, format: string | undefined): boolean {
  return contentType === 'text/html' && /^\s*</.test(head.toString('latin1')) && !markup.has(format);
}

/**
 * Streams an output into a temporary file and looks at what arrived: its length against the one announced, that it is not
 * empty, and that it begins as files of the format do. Returns the count of bytes.
 * @throws OutputError, what the body failed with, or the FileError of the sink
 */
export async function fetchOutput(
  download: Download,
  temporary: TemporaryFile,
  format: string | undefined,
  onReceived: (bytes: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let received = 0;
  let head = Buffer.alloc(0);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head.length < magicLength) head = Buffer.concat([head, chunk.subarray(0, magicLength)]);
      received += chunk.length;
      onReceived(received);
      done(null, chunk);
    },
  });
  await pipeline(download.body, meter, temporary.sink, { signal });
  if (isWebPage(download, head, format)) {
    throw new OutputError('A web page came in place of the output.', false);
  }
  const { lengthBytes } = download;
  if (lengthBytes !== undefined && received !== lengthBytes) {
    throw new OutputError(`${received} of ${lengthBytes} bytes arrived.`, false);
  }
  if (received === 0) throw new OutputError('The service delivered an empty file.', false);
  if (!mayBeFormat(head, format)) throw new OutputError(`The output does not begin like “${format}”.`, true);
  return received;
}
