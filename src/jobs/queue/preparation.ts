import { fault, faultSentence } from '../../contract/fault.ts';
import { foldedName } from '../../contract/safeFileName.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { Clock } from '../../util/clock.ts';
import type { FileStore } from '../core/fileStore.ts';
import type { Job, JobState, Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem, problemOf } from '../core/problem.ts';
import type { Service } from '../core/service.ts';
import { type JobPatch, states } from '../core/states.ts';
import { checkInsideWorkspace, takenNames } from '../placement/outputFolder.ts';
import { type OutputPlan, planOutput } from '../placement/outputPlan.ts';
import { type PictureFinder, withShownPictures } from './shownPictures.ts';
import { inspectSources, type Sources, submittedBytes } from './sourceFiles.ts';

interface PreparationParts {
  readonly store: JobStore;
  readonly files: FileStore;
  readonly pictures: PictureFinder | undefined;
  readonly precondition: (job: Job) => Problem | undefined;
  readonly clock: Clock;
}

/** A job whose work may begin. */
interface PreparedJob {
  readonly sources: Sources;
  /** What the job's row shows about the sources. */
  readonly seen: JobPatch;
  readonly plan: OutputPlan;
}

/** Checks a queued job before its service gets it. */
export class JobPreparation {
  readonly #parts: PreparationParts;

  constructor(parts: PreparationParts) {
    this.#parts = parts;
  }

  /**
   * Checks a job's sources, settings, and output folder. Returns `undefined` if the job has failed.
   * @throws the error of the service or the file, or the signal's reason
   */
  async prepare(
    job: Job,
    service: Service,
    limits: TierLimits,
    signal: AbortSignal,
  ): Promise<PreparedJob | undefined> {
    const { store, files, precondition, clock } = this.#parts;
    const { sources, missingPictures } = await this.#illustrated(job, limits, signal);
    const plan = planOutput(job, undefined);
    signal.throwIfAborted();
    const found =
      withheld(job) ??
      precondition(job) ??
      sources.fault ??
      (await tooLarge(sources, service, limits, signal)) ??
      (await misplaced(files, job, plan));
    signal.throwIfAborted();
    if (found !== undefined) {
      store.transition(job.id, states.failed(clock.now(), found));
      return undefined;
    }
    const { sizeBytes: sourceBytes, modifiedMs: sourceModifiedMs } = sources;
    return { sources, seen: { sourceBytes, sourceModifiedMs, missingPictures }, plan };
  }

  /** Ends or parks a job whose output's name is taken, as far as the name can be predicted. Returns true if it did. */
  async endsForName(job: Job, { plan, seen }: PreparedJob, signal: AbortSignal): Promise<boolean> {
    const state = await this.#collision(job, plan);
    signal.throwIfAborted();
    if (state !== undefined) this.#parts.store.transition(job.id, state, seen);
    return state !== undefined;
  }

  /** The sources, with embedded pictures in the first one. */
  async #illustrated(
    job: Job,
    { maxFileBytes }: TierLimits,
    signal: AbortSignal,
  ): Promise<{ sources: Sources; missingPictures: readonly string[] | undefined }> {
    const { files, pictures: finder } = this.#parts;
    const sources = await inspectSources(files, job);
    const [first] = sources.all;
    if (finder === undefined || first === undefined || sources.fault !== undefined)
      return { sources, missingPictures: undefined };
    const { source, missing } = await withShownPictures({ files, finder }, job, first, maxFileBytes, signal);
    if (source === first && missing.length === 0) return { sources, missingPictures: undefined };
    return {
      sources: { ...sources, all: [source, ...sources.all.slice(1)], sizeBytes: submittedBytes(source) },
      missingPictures: missing.length === 0 ? undefined : missing,
    };
  }

  async #collision({ placement }: Job, plan: OutputPlan): Promise<JobState | undefined> {
    const { folder, name, isFinal, replacesSource } = plan;
    const { onCollision } = placement;
    if ((onCollision !== 'skip' && onCollision !== 'ask') || replacesSource || !isFinal) return undefined;
    const taken = await takenNames(this.#parts.files, folder);
    if (!taken.has(foldedName(name))) return undefined;
    return onCollision === 'ask'
      ? states.needsName(name)
      : states.doneWithoutOutput(this.#parts.clock.now(), 'skipped');
  }
}

/**
 * The reason not to begin a job whose secret options are gone. Without its password, the job would do something else.
 */
function withheld({ withheldOptions }: Job): Problem | undefined {
  return withheldOptions === undefined ? undefined : problem('options.withheld');
}

/** Detects an output folder that a link now leads out of the workspace, before anything is paid for. */
async function misplaced(
  files: FileStore,
  { placement }: Job,
  { folder }: OutputPlan,
): Promise<Problem | undefined> {
  try {
    await checkInsideWorkspace(files, folder, placement.output);
    return undefined;
  } catch (error) {
    const found = problemOf(error);
    if (found.code === 'output.outside_workspace') return found;
    throw error;
  }
}

/** The problem if a file is too large. The sizes of combined files are added up. */
async function tooLarge(
  { all, sizeBytes }: Sources,
  service: Service,
  limits: TierLimits,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  if (sizeBytes <= limits.maxFileBytes) return undefined;
  const { maxFileBytes } = await service.limits(signal, { refresh: true });
  if (sizeBytes <= maxFileBytes) return undefined;
  const found = fault(all.length === 1 ? 'upload.size' : 'upload.sizeOfAll', sizeBytes, maxFileBytes);
  return { code: 'request.file_too_large', detail: faultSentence(found), fault: found };
}
