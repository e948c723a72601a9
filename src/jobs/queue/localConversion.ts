import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodedError, isCodedError } from '../../contract/errors.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { Clock } from '../../util/clock.ts';
import { retryWhileBusy } from '../../util/files.ts';
import { guarded } from '../core/diskFileStore.ts';
import type { FileStore } from '../core/fileStore.ts';
import { inFolder, temporaryName } from '../core/fileUri.ts';
import type { Job } from '../core/job.ts';
import { defaultOutputFolder } from '../core/jobFiles.ts';
import type { JobStore } from '../core/jobStore.ts';
import type { DiskConversion, DiskFile, DiskService } from '../core/service.ts';
import { type JobPatch, states } from '../core/states.ts';
import type { KeptOutputs } from '../placement/keptOutputs.ts';
import { canBeEmpty, planOutput } from '../placement/outputPlan.ts';
import { throttledProgress } from '../transfer/downloader.ts';
import { LocalInputs } from './localInputs.ts';
import type { JobPreparation } from './preparation.ts';
import { sourceChanged } from './sourceFiles.ts';
import type { JobFolders } from './jobFolders.ts';

/** A job that ends the service this many times is the cause. */
const maxRuns = 3;

interface LocalConversionParts {
  readonly store: JobStore;
  readonly files: FileStore;
  readonly preparation: JobPreparation;
  readonly folders: JobFolders;
  readonly kept: KeptOutputs;
  readonly clock: Clock;
}

/** Converts one job's files on this computer. The steps are those of `#run`, in order. */
export class LocalConversion {
  readonly #parts: LocalConversionParts;

  constructor(parts: LocalConversionParts) {
    this.#parts = parts;
  }

  /**
   * Converts a job's files. The job then has a result to place, has ended, or waits for a name. It runs again if a source
   * changed meanwhile, then with copies, and if the service ended, or its worker before the work began.
   * @throws the error of the service or a file, which the queue handles, or the signal's reason
   */
  async convert(job: Job, service: DiskService, limits: TierLimits, signal: AbortSignal): Promise<void> {
    let onlyCopies = false;
    for (let run = 1; ; run += 1) {
      try {
        await this.#run(job, service, limits, onlyCopies, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const { code, fault } = isCodedError(error) ? error : {};
        const hasChanged = code === 'source.changed';
        const hasExited = code?.startsWith('localService.') === true || fault?.id === 'conversion.unstarted';
        if (!(hasChanged && !onlyCopies) && !(hasExited && run < maxRuns)) throw error;
        onlyCopies ||= hasChanged;
      }
    }
  }

  async #run(
    job: Job,
    service: DiskService,
    limits: TierLimits,
    onlyCopies: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, files, preparation, folders } = this.#parts;
    const prepared = await preparation.prepare(job, service, limits, signal);
    if (prepared === undefined || (await preparation.endsForName(job, prepared, signal))) return;
    const { sources, seen } = prepared;
    const folder = await guarded('file.unwritable', folders.create(destinationOf(job)));
    const outputPath = join(folder.path, 'output');
    const inputs = new LocalInputs(files, sources, folder.path);
    try {
      await inputs.open(onlyCopies, signal);
      const request = requestOf(job, inputs.files, outputPath);
      const { fileName } = await service.convert(request, signal, this.#progressOf(job, seen));
      if (await inputs.haveChanged()) throw sourceChanged();
      await finishFile(outputPath, planOutput(job, fileName).formats);
      const temporary = await this.#moveOut(job, outputPath, fileName, folder.isNear);
      store.transition(job.id, states.placing({ remote: undefined, fileName, temporary }), seen);
    } catch (error) {
      // The change of a source may be why its conversion failed.
      throw (await inputs.haveChanged()) ? sourceChanged() : error;
    } finally {
      await folder.remove(inputs.copies);
    }
  }

  /** Shows that the work has begun, and its progress. */
  #progressOf(job: Job, seen: JobPatch): (share?: number) => void {
    const { store, clock } = this.#parts;
    const show = throttledProgress(clock, undefined, (share) =>
      store.progress(job.id, states.converting(share)),
    );
    return (share) => {
      if (share !== undefined) show(share);
      else if (store.get(job.id)?.state.name === 'waiting')
        store.transition(job.id, states.converting(), seen);
    };
  }

  /** Moves a result out of its folder, to a temporary file beside its destination or in the extension's storage. */
  async #moveOut(job: Job, path: string, fileName: string, isNear: boolean): Promise<string> {
    const temporary = isNear
      ? inFolder(defaultOutputFolder(job), temporaryName(job.id))
      : inFolder(await this.#parts.kept.emptyFolderFor(job.id), planOutput(job, fileName).name);
    const target = fileURLToPath(temporary);
    await guarded(
      'file.unwritable',
      retryWhileBusy(() => rename(path, target)),
    );
    return temporary;
  }
}

/** URI of the folder beside which a job's result is written. A folder that the user chose is made when it is placed. */
function destinationOf(job: Job): string | undefined {
  return job.placement.output?.folder === undefined ? defaultOutputFolder(job) : undefined;
}

function requestOf(
  { tool, targetFormat, options = {} }: Job,
  files: readonly DiskFile[],
  outputPath: string,
): DiskConversion {
  const to = targetFormat === undefined ? {} : { to: targetFormat };
  return { tool, files, ...to, options, outputPath, mayRunPrograms: true, isUrgent: false };
}

/**
 * Gives a result the usual permissions of this user's files, and waits until it is on the disk.
 * @throws FileStoreError, CodedError `output.invalid` if it is empty
 */
async function finishFile(path: string, formats: readonly string[]): Promise<void> {
  const finish = async (): Promise<number> => {
    await using handle = await open(path, 'r+');
    const { mode, size } = await handle.stat();
    const usual = 0o666 & ~process.umask();
    if ((mode & 0o777) !== usual) await handle.chmod(usual);
    await handle.sync();
    return size;
  };
  const size = await guarded('file.unwritable', finish());
  if (size === 0 && !formats.some(canBeEmpty)) throw new CodedError('output.invalid', 'The result is empty.');
}
