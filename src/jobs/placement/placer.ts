import type { Clock } from '../../util/clock.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import type { Job, JobState, PlacedFile, StateOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem, problemOf } from '../core/problem.ts';
import { outputFolder, sourcesOf } from '../core/sources.ts';
import { states } from '../core/states.ts';
import { copyFile } from '../files/copyFile.ts';
import { type FileFacts, type FileStore, isFileError } from '../files/fileStore.ts';
import { baseName, inFolder, temporaryName } from '../files/fileUri.ts';
import type { Journal } from '../journal/journal.ts';
import { JournalLostError } from '../journal/journalFile.ts';
import type { Backups } from './backups.ts';
import type { Effects } from './effects.ts';
import { takenNames } from './folderNames.ts';
import type { KeptOutputs } from './keptOutputs.ts';
import { mayBeFormat } from './magicBytes.ts';
import { keepsExtension, namesBundle, numberedName, outputName } from './outputName.ts';
import { isStill } from './placedFile.ts';
import { foldedName } from './safeFileName.ts';

const maxNumber = 10_000;

type Placing = StateOf<'placing'>;

interface PlacerParts {
  readonly store: JobStore;
  readonly journal: Journal;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly effects: Effects;
  readonly backups: Backups;
  readonly clock: Clock;
}

/** Gives outputs their place and name, never over anything that a person did not ask to be replaced. */
export class Placer {
  readonly #parts: PlacerParts;
  /** One a folder at a time, so that names found free are still free, also those that differ only by case. */
  readonly #folderLock = new KeyedLock();

  constructor(parts: PlacerParts) {
    this.#parts = parts;
  }

  /** Leaves the job ended, parked for a name, or to be downloaded again when its temporary file has gone. */
  async place(id: string, signal: AbortSignal): Promise<void> {
    const job = this.#parts.store.get(id);
    if (job?.state.name !== 'placing') return;
    const { state } = job;
    await this.#folderLock.run(outputFolder(job), async () => {
      signal.throwIfAborted();
      try {
        this.#parts.store.transition(id, await this.#next(job, state, signal));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof JournalLostError) throw error;
        this.#parts.store.transition(id, await this.#keepAside(job, state, error));
      }
    });
  }

  async #next(job: Job, state: Placing, signal: AbortSignal): Promise<JobState> {
    const { files, kept } = this.#parts;
    if (state.attempt !== undefined && isStill(state.attempt, await files.facts(state.attempt.uri))) {
      await files.remove(state.temporary);
      return this.#saved(job, state.attempt);
    }
    const facts = await files.facts(state.temporary);
    if (facts === undefined) return states.queued(state.remote);
    if (job.tool === 'compress' && job.sourceBytes !== undefined && facts.sizeBytes >= job.sourceBytes) {
      return this.#withoutOutput(state, 'alreadySmall');
    }
    if (!kept.holds(state.temporary)) return this.#decide(job, state, facts, signal);
    const copy = await this.#bringFromAside(job, state);
    const next = await this.#decide(job, { ...state, temporary: copy.uri }, copy.facts, signal).catch(
      async (error: unknown) => {
        await files.remove(copy.uri).catch(() => {});
        throw error;
      },
    );
    await kept.remove(state.temporary);
    return next;
  }

  async #decide(job: Job, state: Placing, facts: FileFacts, signal: AbortSignal): Promise<JobState> {
    const { files } = this.#parts;
    const folder = outputFolder(job);
    const name = await this.#nameFor(job, state);
    const replaced = await this.#replaceSource(job, state, facts, name);
    if (replaced !== undefined) return replaced;
    const taken = await takenNames(files, folder);
    signal.throwIfAborted();
    if (taken.has(foldedName(name))) {
      const { onCollision } = job.placement;
      if (onCollision === 'skip') return this.#withoutOutput(state, 'skipped');
      if (onCollision === 'ask') {
        const { remote, temporary } = state;
        return states.needsName(name, { remote, temporary });
      }
      if (onCollision === 'overwrite' && !namesSource(job, name)) {
        const overwritten = await this.#replace(job, state, facts, inFolder(folder, name));
        if (overwritten !== undefined) return overwritten;
      }
    }
    return this.#placeFree(job, state, facts, name, taken);
  }

  /** What a service calls a zip is one where its bytes say so, too. */
  async #nameFor(job: Job, { fileName, temporary }: Placing): Promise<string> {
    const isBundle = namesBundle(job, fileName) && mayBeFormat(await this.#headOf(temporary), 'zip');
    return outputName(job, fileName, isBundle);
  }

  async #headOf(uri: string): Promise<Buffer> {
    for await (const chunk of this.#parts.files.read(uri) as AsyncIterable<Buffer>) return chunk;
    return Buffer.alloc(0);
  }

  async #placeFree(
    job: Job,
    state: Placing,
    facts: FileFacts,
    name: string,
    taken: ReadonlySet<string>,
  ): Promise<JobState> {
    for (let number = 0; number < maxNumber; number += 1) {
      const candidate = numberedName(name, number);
      if (taken.has(foldedName(candidate))) continue;
      const placed = placedFile(inFolder(outputFolder(job), candidate), facts);
      await this.#announce(job, state, placed);
      if (await this.#parts.files.moveToFree(state.temporary, placed.uri)) return this.#saved(job, placed);
    }
    throw new Error(`Every name like “${name}” is taken.`);
  }

  /** In place of its source, where that was asked for and the source is still what was compressed. */
  async #replaceSource(
    job: Job,
    state: Placing,
    facts: FileFacts,
    name: string,
  ): Promise<JobState | undefined> {
    if (job.tool !== 'compress' || !job.placement.replaceSource || !keepsExtension(job, name))
      return undefined;
    const source = await this.#parts.files.facts(job.source);
    const same = source?.sizeBytes === job.sourceBytes && source?.modifiedMs === job.sourceModifiedMs;
    return same ? this.#replace(job, state, facts, job.source) : undefined;
  }

  /** Puts the output over a plain file after a backup; `undefined` when that can't be done safely. */
  async #replace(job: Job, state: Placing, facts: FileFacts, uri: string): Promise<JobState | undefined> {
    const { files, backups, effects, clock } = this.#parts;
    const before = await files.facts(uri);
    if (before?.kind !== 'file' || before.isLink) return undefined;
    const backup = await backups.take(uri, before.sizeBytes, job.batch);
    if (backup === undefined) return undefined;
    const placed = placedFile(uri, facts);
    effects.add({ jobId: job.id, batch: job.batch, at: clock.now(), output: placed, replaced: backup });
    await this.#announce(job, state, placed);
    try {
      await files.replace(state.temporary, uri);
    } catch (error) {
      effects.remove(job.id);
      await backups.remove(backup);
      throw error;
    }
    return this.#saved(job, placed);
  }

  /**
   * After a crash, the record of what is about to be done is what tells whether it was. A full disk does not hold it up; a
   * journal that another window took does, because the job is that window's to place.
   */
  async #announce(job: Job, state: Placing, attempt: PlacedFile): Promise<void> {
    this.#parts.store.transition(job.id, { ...state, attempt });
    await this.#parts.journal.flush().catch((error: unknown) => {
      if (error instanceof JournalLostError) throw error;
    });
  }

  #saved(job: Job, output: PlacedFile): JobState {
    const { effects, clock } = this.#parts;
    const endedAt = clock.now();
    if (!effects.has(job.id)) {
      effects.add({ jobId: job.id, batch: job.batch, at: endedAt, output, replaced: undefined });
    }
    return states.saved(endedAt, output.uri, output.sizeBytes);
  }

  async #withoutOutput(state: Placing, outcome: 'alreadySmall' | 'skipped'): Promise<JobState> {
    const { files, kept, clock } = this.#parts;
    if (kept.holds(state.temporary)) await kept.remove(state.temporary);
    else await files.remove(state.temporary);
    return states.doneWithoutOutput(clock.now(), outcome);
  }

  async #bringFromAside(job: Job, state: Placing): Promise<{ uri: string; facts: FileFacts }> {
    const { files } = this.#parts;
    const uri = await copyFile(files, state.temporary, outputFolder(job), temporaryName());
    const facts = await files.facts(uri);
    if (facts === undefined) throw new Error('The copy of a kept output has gone.');
    return { uri, facts };
  }

  /** Credits were spent for it: what can't be put in its place is kept where it can be saved elsewhere from. */
  async #keepAside(job: Job, state: Placing, error: unknown): Promise<JobState> {
    const { kept, clock } = this.#parts;
    const { remote } = state;
    const found = isFileError(error)
      ? problemOf(error)
      : problem('output.not_placed', problemOf(error).detail);
    const endedAt = clock.now();
    if (kept.holds(state.temporary)) {
      return states.failed(endedAt, found, { keptOutput: state.temporary, remote });
    }
    try {
      const keptOutput = await kept.keep(job.id, state.temporary, await this.#nameFor(job, state));
      return states.failed(endedAt, found, { keptOutput, remote });
    } catch {
      // It could be put nowhere, but the service still keeps it for an hour.
      return states.failed(endedAt, found, { remote });
    }
  }
}

/** Whether a source may be lost where an output takes this name. */
function namesSource(job: Job, name: string): boolean {
  return sourcesOf(job).some((uri) => foldedName(baseName(uri)) === foldedName(name));
}

function placedFile(uri: string, facts: FileFacts): PlacedFile {
  return { uri, sizeBytes: facts.sizeBytes, modifiedMs: facts.modifiedMs };
}
