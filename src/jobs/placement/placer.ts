import { isCodedError } from '../../contract/errors.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { Clock } from '../../util/clock.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import type { Job, JobState, PlacedFile, StateOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem, problemOf } from '../core/problem.ts';
import { sourcesOf } from '../core/jobFiles.ts';
import { states } from '../core/states.ts';
import { copyFile, type FileFacts, type FileStore, haveSameContent } from '../core/fileStore.ts';
import { baseName, fileKey, folderOf, inFolder, temporaryName } from '../core/fileUri.ts';
import type { Journal } from '../journal/journal.ts';
import { JournalLostError } from '../journal/journalFile.ts';
import type { Backups } from './undo.ts';
import type { UndoHistory } from '../core/undoEntry.ts';
import { checkInsideWorkspace, FolderNames, missingFolders, removeFolders } from './outputFolder.ts';
import type { KeptOutputs } from './keptOutputs.ts';
import { finalPlan, type OutputPlan, planOutput } from './outputPlan.ts';
import { copySourceDate, isUnchanged, placedFile } from './placedFile.ts';
import { foldedName, numberedName } from '../../contract/safeFileName.ts';

const maxNumber = 10_000;

type Placing = StateOf<'placing'>;

/** Few outputs have pictures to save separately. */
const loadPictures = async () => import('./separatedPictures.ts');

interface PlacerParts {
  readonly store: JobStore;
  readonly journal: Journal;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly undoHistory: UndoHistory;
  readonly backups: Backups;
  readonly clock: Clock;
}

/** Saves outputs to their destinations. Never overwrites a file unless the user asked for that. */
export class Placer {
  readonly #parts: PlacerParts;
  readonly #names: FolderNames;
  /**
   * Saves one output per folder at a time, so that a free name stays free, and so do names that differ only by case.
   */
  readonly #folderLock = new KeyedLock();

  constructor(parts: PlacerParts) {
    this.#parts = parts;
    this.#names = new FolderNames(parts.files, parts.clock);
  }

  /**
   * Saves a job's output. The job then ends, waits for a name, or downloads its output again if the temporary file is
   * gone.
   */
  async place(id: string, signal: AbortSignal): Promise<void> {
    const { store, files } = this.#parts;
    const job = store.get(id);
    if (job?.state.name !== 'placing') return;
    const { state } = job;
    let plan = planOutput(job, state.fileName);
    try {
      plan = await finalPlan(files, job, state);
      await this.#folderLock.run(foldedName(plan.folder), async () => {
        signal.throwIfAborted();
        store.transition(id, await this.#next(job, state, plan, signal));
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof JournalLostError) throw error;
      store.transition(id, await this.#keepAside(job, state, plan.name, error));
    }
  }

  async #next(job: Job, state: Placing, plan: OutputPlan, signal: AbortSignal): Promise<JobState> {
    const { files, kept } = this.#parts;
    if (state.attempt !== undefined && (await this.#wasMoved(job, state, state.attempt))) {
      await files.remove(state.temporary);
      if (state.embedded !== undefined) await files.remove(state.embedded);
      await kept.clear(job.id);
      return this.#saved(job, state, state.attempt);
    }
    const whole = await this.#withPictures(state);
    const facts = await files.facts(whole.temporary);
    if (facts === undefined) return states.resumed(state.remote);
    if (await this.#isNoSmaller(job, whole, facts)) return this.#withoutOutput(whole, 'alreadySmall');
    if (plan.replacesSource && (await this.#isSourceUnchanged(job))) {
      const replaced = await this.#replace(job, whole, job.source);
      if (replaced !== undefined) return replaced;
    }
    return this.#decide(job, whole, plan, signal);
  }

  /** The state before the pictures of the output were saved separately, if they were. */
  async #withPictures(state: Placing): Promise<Placing> {
    if (state.embedded === undefined) return state;
    return (await loadPictures()).withPictures(this.#parts.files, state, state.embedded);
  }

  /**
   * True if an interrupted move was completed. The size and date aren't enough to tell, because the replaced file may
   * have the same ones.
   */
  async #wasMoved({ id }: Job, { temporary }: Placing, attempt: PlacedFile): Promise<boolean> {
    const { files, undoHistory } = this.#parts;
    if (!isUnchanged(attempt, await files.facts(attempt.uri))) return false;
    return undoHistory.get(id)?.replaced === undefined || (await files.facts(temporary)) === undefined;
  }

  async #decide(job: Job, state: Placing, plan: OutputPlan, signal: AbortSignal): Promise<JobState> {
    const { files } = this.#parts;
    const { folder, name } = plan;
    await checkInsideWorkspace(files, folder, job.placement.output);
    const taken = await this.#names.taken(folder);
    signal.throwIfAborted();
    if (taken.has(foldedName(name))) {
      const { onCollision } = job.placement;
      if (onCollision === 'skip') return this.#withoutOutput(state, 'skipped');
      if (onCollision === 'ask') {
        const { remote, temporary } = state;
        return states.needsName(name, { remote, temporary });
      }
      const target = inFolder(folder, name);
      if (!(await this.#maySupersede(job, target))) return this.#withoutOutput(state, 'skipped');
      if (onCollision === 'overwrite' && !isSource(job, target)) {
        const overwritten = await this.#replace(job, state, target);
        if (overwritten !== undefined) return overwritten;
      }
    }
    return this.#placeFree(job, state, plan, taken);
  }

  /** True if the job may overwrite the existing file: any file, or only the one that `supersedes` names. */
  async #maySupersede({ placement: { supersedes } }: Job, target: string): Promise<boolean> {
    if (supersedes === undefined) return true;
    if (fileKey(supersedes.uri) !== fileKey(target)) return false;
    return isUnchanged(supersedes, await this.#parts.files.facts(target));
  }

  async #placeFree(
    job: Job,
    state: Placing,
    { folder, name }: OutputPlan,
    taken: ReadonlySet<string>,
  ): Promise<JobState> {
    const { files } = this.#parts;
    let number = 0;
    while (taken.has(foldedName(numberedName(name, number)))) number += 1;
    const wanted = inFolder(folder, numberedName(name, number));
    return this.#fromWithin(job, await this.#makeFolders(job, state, folder), wanted, async (near, facts) => {
      for (; number < maxNumber; number += 1) {
        const candidate = numberedName(name, number);
        if (taken.has(foldedName(candidate))) continue;
        const placed = placedFile(inFolder(folder, candidate), facts);
        await this.#announce(job, { ...near, attempt: placed });
        const isPlaced = await files.moveToFree(near.temporary, placed.uri);
        // The name exists now, no matter who created it.
        this.#names.add(folder, candidate);
        if (isPlaced) return this.#saved(job, near, placed);
      }
      throw new Error(`No free name found for “${name}”`);
    });
  }

  /** True if the source hasn't changed since it was submitted for compression. */
  async #isSourceUnchanged({ source, sourceBytes, sourceModifiedMs }: Job): Promise<boolean> {
    const facts = await this.#parts.files.facts(source);
    return facts?.sizeBytes === sourceBytes && facts?.modifiedMs === sourceModifiedMs;
  }

  /**
   * Backs up a regular file and replaces it with the output. Returns `undefined` if that can't be done safely, for
   * example because somebody saved the file after it was backed up.
   */
  async #replace(job: Job, state: Placing, uri: string): Promise<JobState | undefined> {
    const { files, backups, undoHistory, clock } = this.#parts;
    const before = await files.facts(uri);
    if (before?.kind !== 'file' || before.isLink) return undefined;
    const backup = await backups.take(uri, before, job.batch);
    if (backup === undefined) return undefined;
    const former = undoHistory.get(job.id)?.replaced;
    if (former !== undefined) await backups.remove(former);
    return this.#fromWithin(job, state, uri, async (near, facts) => {
      const placed = placedFile(uri, facts);
      const { id: jobId, batch } = job;
      const { pictures, madeFolders } = near;
      undoHistory.add({
        jobId,
        batch,
        at: clock.now(),
        output: placed,
        pictures,
        replaced: backup,
        madeFolders,
      });
      const forget = async (): Promise<void> => {
        undoHistory.remove(job.id);
        await backups.remove(backup);
      };
      await this.#announce(job, { ...near, attempt: placed });
      try {
        if (isUnchanged({ uri, ...before }, await files.facts(uri))) {
          await files.replace(near.temporary, uri);
          return this.#saved(job, near, placed);
        }
      } catch (error) {
        // On a network drive, a rename may succeed although its answer is lost.
        if (await this.#wasMoved(job, near, placed)) return this.#saved(job, near, placed);
        if (isUnchanged({ uri, ...before }, await files.facts(uri))) await forget();
        throw error;
      }
      await forget();
      return undefined;
    });
  }

  /** Creates the output's folder if one was requested. Records first which folders are new. */
  async #makeFolders(job: Job, state: Placing, folder: string): Promise<Placing> {
    const { files } = this.#parts;
    const { output } = job.placement;
    const missing = output?.folder === undefined ? [] : await missingFolders(files, folder);
    if (missing.length === 0) return state;
    const making = { ...state, madeFolders: [...(state.madeFolders ?? []), ...missing] };
    await this.#announce(job, making);
    try {
      for (const uri of missing) await files.makeFolder(uri);
      // The folder may have been replaced by a link in the meantime.
      await checkInsideWorkspace(files, folder, output);
    } catch (error) {
      await removeFolders(files, missing);
      throw error;
    }
    return making;
  }

  /**
   * Calls `run` once the output is in a temporary file beside its destination, with its final date and without pictures
   * that are saved separately, so that only a rename remains. If `run` resolves to `undefined`, the output is still
   * where it was.
   */
  async #fromWithin<T extends JobState | undefined>(
    job: Job,
    state: Placing,
    target: string,
    run: (near: Placing, facts: FileFacts) => Promise<T>,
  ): Promise<T> {
    const { files, kept } = this.#parts;
    const folder = folderOf(target);
    const isNear = fileKey(folderOf(state.temporary)) === fileKey(folder);
    // The name of the copy contains the job's id, so that the next attempt finds the copy after a crash.
    const copy = isNear ? state.temporary : inFolder(folder, temporaryName(job.id));
    let near: Placing = { ...state, temporary: copy };
    const dropNear = async (): Promise<void> => {
      await this.#withPictures(near).catch(() => {});
      if (!isNear) await files.remove(copy).catch(() => {});
    };
    try {
      if (!isNear) {
        await files.remove(copy);
        await copyFile(files, state.temporary, folder, baseName(copy));
      }
      if (job.placement.separatesPictures === true && formatOfFileName(baseName(target)) === 'md')
        near = await (await loadPictures()).withoutPictures(files, near, target);
      await copySourceDate(files, near.temporary, job);
      const facts = await files.facts(near.temporary);
      if (facts === undefined) throw new Error('The temporary output file no longer exists');
      const next = await run(near, facts);
      if (next === undefined) await dropNear();
      else {
        for (const uri of [state.temporary, copy])
          if (uri !== near.temporary) await files.remove(uri).catch(() => {});
        await kept.clear(job.id);
      }
      return next;
    } catch (error) {
      // If another window has taken over the job, these files belong to that window, too.
      if (error instanceof JournalLostError) throw error;
      await dropNear();
      await removeFolders(files, state.madeFolders ?? []);
      throw error;
    }
  }

  /**
   * Records the intended move, so that a restart can tell whether it happened. If the record can't be written, for
   * example on a full disk, the move continues. If the journal is lost, it doesn't, because the job belongs to another
   * window then.
   */
  async #announce(job: Job, state: Placing): Promise<void> {
    this.#parts.store.transition(job.id, state);
    await this.#parts.journal.flush().catch((error: unknown) => {
      if (error instanceof JournalLostError) throw error;
    });
  }

  #saved(job: Job, { pictures, madeFolders }: Placing, output: PlacedFile): JobState {
    const { undoHistory, clock } = this.#parts;
    const endedAt = clock.now();
    if (undoHistory.get(job.id) === undefined) {
      const { id: jobId, batch } = job;
      undoHistory.add({ jobId, batch, at: endedAt, output, pictures, replaced: undefined, madeFolders });
    }
    return states.saved(endedAt, output.uri, output.sizeBytes);
  }

  /**
   * True if compression didn't make a file smaller. An output of the same size but different content counts as smaller,
   * because it lost something on purpose, such as a picture's location.
   */
  async #isNoSmaller(job: Job, { temporary }: Placing, { sizeBytes }: FileFacts): Promise<boolean> {
    const { tool, source, sourceBytes } = job;
    if (tool !== 'compress' || sourceBytes === undefined || sizeBytes < sourceBytes) return false;
    if (sizeBytes > sourceBytes || job.options === undefined) return true;
    return haveSameContent(this.#parts.files, temporary, source).catch(() => true);
  }

  async #withoutOutput(state: Placing, outcome: 'alreadySmall' | 'skipped'): Promise<JobState> {
    const { files, kept, clock } = this.#parts;
    if (kept.holds(state.temporary)) await kept.remove(state.temporary);
    else await files.remove(state.temporary);
    return states.doneWithoutOutput(clock.now(), outcome);
  }

  /** Keeps an output that can't be saved to its destination. It was paid for, so the user can save it elsewhere. */
  async #keepAside(job: Job, state: Placing, name: string, error: unknown): Promise<JobState> {
    const { kept, clock } = this.#parts;
    const { remote } = state;
    const found = isCodedError(error)
      ? problemOf(error)
      : problem('output.not_placed', problemOf(error).detail);
    const endedAt = clock.now();
    if (kept.holds(state.temporary)) {
      return states.failed(endedAt, found, { keptOutput: state.temporary, remote });
    }
    try {
      const keptOutput = await kept.keep(job.id, state.temporary, name);
      return states.failed(endedAt, found, { keptOutput, remote });
    } catch {
      // The output couldn't be saved, but the service still has it for an hour.
      return states.failed(endedAt, found, { remote });
    }
  }
}

/** True if saving the output here would overwrite a source. */
function isSource(job: Job, target: string): boolean {
  return sourcesOf(job).some((source) => fileKey(foldedName(source)) === fileKey(foldedName(target)));
}
