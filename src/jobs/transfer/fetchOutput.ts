import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../../contract/errors.ts';
import type { Download } from '../core/service.ts';
import type { TemporaryFile } from '../files/fileStore.ts';
import { canBeEmpty, magicLength, mayBeFormat } from '../placement/magicBytes.ts';

/** What arrived is not a whole output of the expected type. */
export class OutputError extends CodedError {
  override readonly name = 'OutputError';
  readonly code = 'output.invalid';
  /** Whether all of it arrived, so that it is what the service made. */
  readonly isWhole: boolean;
  /** Whether it is the output all the same if it comes so each time. */
  readonly mayBeRight: boolean;

  constructor(detail: string, { isWhole = false, mayBeRight = false } = {}) {
    super(detail);
    this.isWhole = isWhole;
    this.mayBeRight = mayBeRight;
  }
}

const markup: ReadonlySet<string> = new Set(['html', 'xhtml', 'svg', 'xml']);

/** A proxy's error or a sign-in page with status 200: it passes, like any other fault of the connection. */
function isWebPage({ contentType }: Download, head: Buffer, formats: readonly string[]): boolean {
  if (contentType !== 'text/html' || formats.length === 0) return false;
  return /^\s*</.test(head.toString('latin1')) && !formats.some((format) => markup.has(format));
}

/**
 * Streams an output into a temporary file and looks at what arrived: its length against the one announced, and whether it
 * begins as files of one of the formats do; without formats, it may be anything. Returns the count of bytes.
 * @throws OutputError, what the body failed with, or the FileError of the sink
 */
export async function fetchOutput(
  download: Download,
  temporary: TemporaryFile,
  formats: readonly string[],
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
  if (isWebPage(download, head, formats)) {
    throw new OutputError('A web page came in place of the output.');
  }
  const { lengthBytes } = download;
  if (lengthBytes !== undefined && received !== lengthBytes) {
    throw new OutputError(`${received} of ${lengthBytes} bytes arrived.`);
  }
  if (received === 0) {
    const mayBeRight = formats.some(canBeEmpty);
    throw new OutputError('The service delivered an empty file.', { isWhole: true, mayBeRight });
  }
  if (formats.length > 0 && !formats.some((format) => mayBeFormat(head, format))) {
    throw new OutputError(`The output does not begin like “${formats[0]}”.`, { isWhole: true });
  }
  return received;
}
