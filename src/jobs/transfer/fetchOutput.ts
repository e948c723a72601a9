import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../../contract/errors.ts';
import type { Download } from '../core/service.ts';
import type { TemporaryFile } from '../files/fileStore.ts';
import { canBeEmpty, checkedHeadBytes, mayBeFormat } from '../placement/outputHead.ts';

/** The download isn't a complete output of the expected format. */
export class OutputError extends CodedError {
  override readonly name = 'OutputError';
  /** True if the download is complete, so that the service is the cause. */
  readonly isWhole: boolean;
  /** True if the download is accepted as the output once repeated downloads are identical. */
  readonly mayBeRight: boolean;
  /** True if the download is larger than any output can be. */
  readonly isTooLarge: boolean;

  constructor(detail: string, { isWhole = false, mayBeRight = false, isTooLarge = false } = {}) {
    super('output.invalid', detail);
    this.isWhole = isWhole;
    this.mayBeRight = mayBeRight;
    this.isTooLarge = isTooLarge;
  }
}

/** Four times the limit of our own service, because an endless output would fill the disk. */
const maxOutputBytes = 16 * 1024 ** 3;

const markup: ReadonlySet<string> = new Set(['html', 'xhtml', 'svg', 'xml']);

/**
 * True for a web page with status 200, such as a proxy's error or a sign-in page. Like other connection faults, it is
 * temporary.
 */
function isWebPage({ contentType }: Download, head: Buffer, formats: readonly string[]): boolean {
  if (contentType !== 'text/html' || formats.length === 0) return false;
  return /^\s*</.test(head.toString('latin1')) && !formats.some((format) => markup.has(format));
}

/**
 * Streams an output into a temporary file. Checks its length, and whether it begins like one of the formats, if any are
 * given. Returns the number of bytes.
 * @throws OutputError, the body's error, or the FileStoreError of the sink
 */
export async function fetchOutput(
  download: Download,
  temporary: TemporaryFile,
  formats: readonly string[],
  onReceived: (bytes: number) => void,
  signal: AbortSignal,
  maxBytes = maxOutputBytes,
): Promise<number> {
  const { lengthBytes } = download;
  let received = 0;
  let head = Buffer.alloc(0);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head.length < checkedHeadBytes) head = Buffer.concat([head, chunk.subarray(0, checkedHeadBytes)]);
      received += chunk.length;
      if (Math.max(received, lengthBytes ?? 0) > maxBytes) {
        done(new OutputError('The output is larger than the maximum.', { isTooLarge: true }));
        return;
      }
      onReceived(received);
      done(null, chunk);
    },
  });
  await pipeline(download.body, meter, temporary.sink, { signal });
  if (isWebPage(download, head, formats)) {
    throw new OutputError('The service returned a web page instead of the output.');
  }
  if (lengthBytes !== undefined && received !== lengthBytes) {
    throw new OutputError(`${received} of ${lengthBytes} bytes arrived.`);
  }
  if (received === 0) {
    const mayBeRight = formats.some(canBeEmpty);
    throw new OutputError('The service delivered an empty file.', { isWhole: true, mayBeRight });
  }
  if (formats.length > 0 && !formats.some((format) => mayBeFormat(head, format))) {
    throw new OutputError(`The output isn’t a “${formats[0]}” file.`, { isWhole: true });
  }
  return received;
}
