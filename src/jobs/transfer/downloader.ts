import { delay } from '../../util/abort.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, StateOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problemOf } from '../core/problem.ts';
import type { Service, ServiceId } from '../core/service.ts';
import { states } from '../core/states.ts';
import { type FileStore, isFileError } from '../files/fileStore.ts';
import { baseName, folderOf, inFolder, temporaryName } from '../files/fileUri.ts';
import type { Journal } from '../journal/journal.ts';
import type { KeptOutputs } from '../placement/keptOutputs.ts';
import { namesBundle, outputFormat, outputName } from '../placement/outputName.ts';
import { fetchOutput, OutputError } from './fetchOutput.ts';
import { isGone, type RemoteFaults } from './remoteFaults.ts';
import { throttledProgress } from './throttledProgress.ts';

// What is wrong each time is what the service made, not what the network did to it.
const maxWrong = 3;

type Downloading = StateOf<'downloading'>;

interface DownloaderParts {
  readonly store: JobStore;
  readonly journal: Journal;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly faults: RemoteFaults;
  readonly services: (id: ServiceId) => Promise<Service>;
  readonly clock: Clock;
}

/**
 * Fetches outputs: beside their source, or aside under the extension's storage when that folder can't take them or is not
 * where they go.
 */
export class Downloader {
  readonly #parts: DownloaderParts;

  constructor(parts: DownloaderParts) {
    this.#parts = parts;
  }

  /**
   * Tries until the output is whole, the service has it no longer, or nothing is heard for long; only the download is
   * repeated, never the job. Leaves the job in the state that follows.
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
      let service: Service | undefined;
      try {
        service = await this.#parts.services(job.service);
        if (isGone(service, job.state.remote)) {
          this.#parts.faults.gone(job, job.state.remote, service);
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
        const waitMs = await this.#afterFault(job, job.state, service, error);
        if (waitMs === undefined) return;
        await delay(waitMs, this.#parts.clock, signal);
        this.#startAfresh(job.id);
      }
    }
  }

  async #fetch(job: Job, state: Downloading, service: Service, signal: AbortSignal): Promise<void> {
    const { store, journal, files, clock } = this.#parts;
    // A crash sweeps the temporary files that the journal names.
    const named = journal.flush().catch(() => {});
    const download = await service.download(job.tool, state.remote, signal);
    await named;
    // Nobody reads the body when the file can't be created.
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
    await fetchOutput(download, temporary, possibleFormats(job, state.fileName), onReceived, signal);
    signal.throwIfAborted();
    this.#arrived(job.id, state);
  }

  #arrived(id: string, state: Downloading): void {
    const { store, faults } = this.#parts;
    faults.over(id, 'output');
    store.transition(id, states.placing(state));
  }

  /** How long to wait before the next try; `undefined` when there is none. */
  async #afterFault(
    job: Job,
    state: Downloading,
    service: Service | undefined,
    error: unknown,
  ): Promise<number | undefined> {
    const { store, kept, clock } = this.#parts;
    const { remote } = state;
    const found = problemOf(error);
    if (!isFileError(error)) return this.#parts.faults.note({ job, remote, asked: 'output', service, error });
    if (kept.holds(state.temporary)) {
      store.transition(job.id, states.failed(clock.now(), found, { remote }));
      return undefined;
    }
    await this.#goAside(job, state);
    return 0;
  }

  /** Lets it be fetched under the extension's storage, from where it is put in its place. */
  async #goAside(job: Job, state: Downloading): Promise<void> {
    const folder = await this.#parts.kept.emptyFolderFor(job.id);
    const temporary = inFolder(folder, outputName(job, state.fileName));
    this.#parts.store.transition(job.id, states.downloading({ ...state, temporary }));
  }

  /** It was paid for, so a person may look at it, unless there is nothing to see. */
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
    return kept.keep(job.id, state.temporary, outputName(job, state.fileName));
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

/** What the output may be; nothing where that is not known. */
function possibleFormats(job: Job, fileName: string | undefined): string[] {
  const format = outputFormat(job);
  if (format === undefined) return [];
  return namesBundle(job, fileName) ? [format, 'zip'] : [format];
}
