import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '../../contract/errors.ts';
import { delay } from '../../util/abort.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, StateOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problemOf } from '../core/problem.ts';
import type { Download, NetworkService } from '../core/service.ts';
import { states } from '../core/states.ts';
import { type FileStore, isFileStoreError, type TemporaryFile } from '../core/fileStore.ts';
import { baseName, folderOf, inFolder, temporaryName } from '../core/fileUri.ts';
import type { Journal } from '../journal/journal.ts';
import type { KeptOutputs } from '../placement/keptOutputs.ts';
import { canBeEmpty, checkedHeadBytes, mayBeFormat, planOutput } from '../placement/outputPlan.ts';
import { isElsewhere, type RemoteFaults } from './remoteFaults.ts';

// If the output is wrong in this many downloads, the service is the cause, not the network.
const maxWrong = 3;

type Downloading = StateOf<'downloading'>;

interface DownloaderParts {
  readonly store: JobStore;
  readonly journal: Journal;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly faults: RemoteFaults;
  readonly network: () => Promise<NetworkService>;
  readonly clock: Clock;
}

/**
 * Downloads an output into its source's folder. Uses the extension's storage if that folder can't be written, or isn't
 * the destination.
 */
export class Downloader {
  readonly #parts: DownloaderParts;

  constructor(parts: DownloaderParts) {
    this.#parts = parts;
  }

  /**
   * Downloads a job's output, and moves the job to its next state. Retries until the output is complete, the service no
   * longer has it, or the service has been silent for long. Only the download is repeated, never the job.
   */
  async download(id: string, signal: AbortSignal): Promise<void> {
    let wrong = 0;
    for (;;) {
      const job = this.#parts.store.get(id);
      if (job?.state.name !== 'downloading') return;
      if (job.placement.output?.folder !== undefined && !this.#parts.kept.holds(job.state.temporary)) {
        await this.#goAside(job, job.state);
        continue;
      }
      let service: NetworkService | undefined;
      try {
        service = await this.#parts.network();
        if (isElsewhere(service, job.state.remote)) {
          this.#parts.faults.gone(job, job.state.remote);
          return;
        }
        await this.#fetch(job, job.state, service, signal);
        return;
      } catch (error) {
        if (error instanceof OutputError && error.isWhole) {
          wrong += 1;
          if (wrong === maxWrong && !signal.aborted) {
            if (error.mayBeRight) this.#arrived(job.id, job.state);
            else await this.#keepAsItIs(job, job.state, error);
            return;
          }
        }
        await this.#discard(job.state);
        signal.throwIfAborted();
        if (error instanceof OutputError && error.isTooLarge) {
          const { remote } = job.state;
          this.#parts.store.transition(
            job.id,
            states.failed(this.#parts.clock.now(), problemOf(error), { remote }),
          );
          return;
        }
        const waitMs = await this.#afterFault(job, job.state, service, error);
        if (waitMs === undefined) return;
        await delay(waitMs, this.#parts.clock, signal);
        this.#startAfresh(job.id);
      }
    }
  }

  async #fetch(job: Job, state: Downloading, service: NetworkService, signal: AbortSignal): Promise<void> {
    const { store, journal, files, clock } = this.#parts;
    // Journals the name of the temporary file, so that it is deleted after a crash.
    const named = journal.flush().catch(() => {});
    const download = await service.download(job.tool, state.remote, signal);
    await named;
    // If the file can't be created, nothing reads the body, so it must be destroyed.
    const temporary = await files
      .createTemporary(folderOf(state.temporary), baseName(state.temporary))
      .catch((error: unknown) => {
        download.body.destroy();
        throw error;
      });
    const totalBytes = download.lengthBytes;
    const onReceived = throttledProgress(clock, totalBytes, (receivedBytes) =>
      store.progress(job.id, { ...state, receivedBytes, totalBytes }),
    );
    const { formats } = planOutput(job, state.fileName);
    await fetchOutput(download, temporary, formats, onReceived, signal);
    signal.throwIfAborted();
    this.#arrived(job.id, state);
  }

  #arrived(id: string, state: Downloading): void {
    const { store, faults } = this.#parts;
    faults.over(id, 'output');
    store.transition(id, states.placing(state));
  }

  /** The delay before the next attempt in milliseconds; `undefined` if there is none. */
  async #afterFault(
    job: Job,
    state: Downloading,
    service: NetworkService | undefined,
    error: unknown,
  ): Promise<number | undefined> {
    const { store, kept, clock } = this.#parts;
    const { remote } = state;
    const found = problemOf(error);
    if (!isFileStoreError(error))
      return this.#parts.faults.note({ job, remote, asked: 'output', service, error });
    if (kept.holds(state.temporary)) {
      store.transition(job.id, states.failed(clock.now(), found, { remote }));
      return undefined;
    }
    await this.#goAside(job, state);
    return 0;
  }

  /** Downloads into the extension's storage instead. The output is moved later. */
  async #goAside(job: Job, state: Downloading): Promise<void> {
    const folder = await this.#parts.kept.emptyFolderFor(job.id);
    const temporary = inFolder(folder, planOutput(job, state.fileName).name);
    this.#parts.store.transition(job.id, states.downloading({ ...state, temporary }));
  }

  /** Keeps an output that failed its check, unless it is empty. It was paid for, so the user may inspect it. */
  async #keepAsItIs(job: Job, state: Downloading, error: unknown): Promise<void> {
    const { store, clock } = this.#parts;
    const keptOutput = await this.#keepAside(job, state).catch(() => undefined);
    const { remote } = state;
    store.transition(job.id, states.failed(clock.now(), problemOf(error), { keptOutput, remote }));
  }

  async #keepAside(job: Job, state: Downloading): Promise<string | undefined> {
    const { files, kept } = this.#parts;
    if ((await files.facts(state.temporary))?.sizeBytes === 0) {
      await this.#discard(state);
      return undefined;
    }
    if (kept.holds(state.temporary)) return state.temporary;
    return kept.keep(job.id, state.temporary, planOutput(job, state.fileName).name);
  }

  #startAfresh(id: string): void {
    const state = this.#parts.store.get(id)?.state;
    if (state?.name !== 'downloading' || this.#parts.kept.holds(state.temporary)) return;
    const temporary = inFolder(folderOf(state.temporary), temporaryName());
    this.#parts.store.transition(id, states.downloading({ ...state, temporary }));
  }

  async #discard(state: Downloading): Promise<void> {
    await this.#parts.files.remove(state.temporary).catch(() => {});
  }
}

const intervalMs = 100;

/** Forwards byte counts at most ten times per second, and when the total is complete. */
export function throttledProgress(
  clock: Clock,
  totalBytes: number | undefined,
  report: (bytes: number) => void,
): (bytes: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const now = clock.monotonic();
    if (now - last < intervalMs && bytes !== totalBytes) return;
    last = now;
    report(bytes);
  };
}

/** The download isn't a complete output of the expected format. */
class OutputError extends CodedError {
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
