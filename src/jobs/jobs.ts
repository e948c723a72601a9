import type { Disposable } from '../util/disposable.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { KeyedLock } from '../util/keyedLock.ts';
import { cancelJob, relocate } from './cancellation.ts';
import type { Backup } from './core/undoEntry.ts';
import {
  expiredJobs,
  historyLimits,
  type JobChange,
  keptOutputOf,
  waitUntilSettled,
} from './core/jobStore.ts';
import {
  type Job,
  type JobPhase,
  type JobRequest,
  type JobStateName,
  type OnCollision,
  phaseOf,
  type PlacedFile,
} from './core/job.ts';
import {
  stateAfterNaming,
  join,
  retry,
  type RetryChanges,
  resumeParked,
  type Resumption,
} from './core/resumeParked.ts';
import type { ServiceId } from './core/service.ts';
import { states } from './core/states.ts';
import { buildJobParts, type JobParts, type JobsOptions } from './jobParts.ts';
import { placeCompanion } from './placement/placedFile.ts';
import { backUpSource, isSourceGone, restoreSource, undo, type UndoOutcome } from './placement/undo.ts';
import { saveKept } from './placement/keptOutputs.ts';
import { countPictures, type IllustratedRequest } from './queue/shownPictures.ts';
import { enqueue } from './queue/duplicates.ts';

export type { JobChange } from './core/jobStore.ts';
export type { JobsOptions } from './jobParts.ts';
export type { UndoOutcome } from './placement/undo.ts';

/** All jobs of this window, from selection to saved file. Call `restore` once. Nothing is submitted before that. */
export class Jobs implements Disposable {
  readonly #options: JobsOptions;
  readonly #parts: JobParts;
  readonly #undone = new Emitter<readonly string[]>();
  readonly #undoLock = new KeyedLock();
  readonly #restoring = Promise.withResolvers<void>();

  /** Settles like the promise of `restore`, for other callers. */
  readonly restored = this.#restoring.promise;
  /** Changes, reported once per turn of the event loop. */
  readonly onDidChange: Event<JobChange>;
  /**
   * Fires with the ids of jobs that this window adopted from the last session or a dead window, at startup or later.
   */
  readonly onDidAdopt: Event<readonly string[]>;
  /** Fires once with the new path of a journal that was only partly readable, and was renamed. */
  readonly onDidSetAside: Event<string>;
  /** Fires with the ids of jobs whose results were undone. */
  readonly onDidUndo: Event<readonly string[]>;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#parts = buildJobParts(options);
    const { store, journal, owned, restoration } = this.#parts;
    this.onDidChange = store.onDidChange;
    this.onDidAdopt = restoration.onDidAdopt;
    this.onDidSetAside = restoration.onDidSetAside;
    this.onDidUndo = owned.add(this.#undone).event;
    owned.add(journal.onDidLose(() => this.#drop()));
  }

  /** All jobs, in the order in which they were added. */
  all(): readonly Job[] {
    return this.#parts.store.all();
  }

  get(id: string): Job | undefined {
    return this.#parts.store.get(id);
  }

  /** Number of jobs in a phase. */
  count(phase: JobPhase): number {
    return this.#parts.store.count(phase);
  }

  /** Restores the jobs of the last session and of dead windows. */
  async restore(): Promise<void> {
    this.#restoring.resolve(this.#restore());
    await this.restored;
  }

  /** Adds the jobs as one batch. If an equal job hasn't ended, it is returned instead, and resumed if it was parked. */
  add(requests: readonly JobRequest[]): Job[] {
    const ids = enqueue(this.#parts.store, requests, this.#options.clock.now());
    this.#trim();
    return this.#jobs(ids);
  }

  /** The number of pictures that would be embedded in these sources and submitted. */
  async countPictures(requests: readonly IllustratedRequest[], signal: AbortSignal): Promise<number> {
    const { files, pictures: finder } = this.#options;
    return finder === undefined ? 0 : countPictures({ files, finder }, requests, signal);
  }

  /**
   * Resolves with the jobs once each has ended or is parked.
   * @throws only the signal's reason
   */
  async settled(ids: readonly string[], signal?: AbortSignal): Promise<Job[]> {
    return waitUntilSettled(this.#parts.store, ids, signal);
  }

  /** Resolves once work on the jobs has stopped. Unconfirmed ones are removed. */
  async cancel(ids: readonly string[]): Promise<void> {
    const parts = { ...this.#options, ...this.#parts };
    await Promise.all(ids.map((id) => cancelJob(parts, id)));
  }

  /**
   * Cancels every job that hasn't ended. Unconfirmed jobs stay, because the service may have accepted and charged them.
   */
  async cancelAll(): Promise<void> {
    const open = this.all().filter(({ state }) => phaseOf(state) !== 'ended' && state.name !== 'unconfirmed');
    await this.cancel(open.map(({ id }) => id));
  }

  /** Restarts ended jobs in the same rows and resumes parked ones; unconfirmed jobs only with `mayChargeTwice`. */
  retry(ids: readonly string[], changes: RetryChanges = {}): void {
    retry(this.#parts.store, this.#jobs(ids), changes, this.#options.clock.now());
    this.#parts.poller.wake(ids);
  }

  /**
   * Moves jobs to another service if their own has certainly not accepted them. Resolves to a map from the ids of the
   * jobs to those of the new jobs that replace them.
   */
  async moveTo(service: ServiceId, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return relocate({ ...this.#options, ...this.#parts }, ids, service);
  }

  /** Sets the output's name for a job in the state `needsName`. If the name already exists, the job asks again. */
  async rename(id: string, fileName: string): Promise<void> {
    const state = this.get(id)?.state;
    if (state?.name !== 'needsName') return;
    this.#parts.store.transition(id, stateAfterNaming({ ...state, fileName }), { chosenName: fileName });
    await this.settled([id]);
  }

  /** Applies another way of handling existing names to jobs that wait for a name. */
  resolveCollisions(ids: readonly string[], onCollision: Exclude<OnCollision, 'ask'>): void {
    for (const job of this.#jobs(ids)) join(this.#parts.store, job, { ...job.placement, onCollision });
  }

  /**
   * Saves a kept output to the location that the user chose.
   * @throws FileStoreError; the kept output stays
   */
  async saveKept(id: string, targetUri: string): Promise<void> {
    await saveKept({ ...this.#options, ...this.#parts }, id, targetUri);
  }

  /** Records which properties of a job's source its result lacks. */
  noteLosses(id: string, losses: readonly string[]): void {
    this.#parts.store.note(id, { losses });
  }

  /** Removes ended and unconfirmed jobs, including their kept outputs. */
  remove(ids: readonly string[]): void {
    for (const job of this.#jobs(ids)) {
      if (phaseOf(job.state) !== 'ended' && job.state.name !== 'unconfirmed') continue;
      this.#parts.store.remove(job.id);
      const keptOutput = keptOutputOf(job);
      if (keptOutput !== undefined) void this.#parts.kept.remove(keptOutput).catch(() => {});
    }
  }

  removeEnded(): void {
    this.remove(this.all().flatMap((job) => (phaseOf(job.state) === 'ended' ? job.id : [])));
  }

  /** Resumes the jobs in these states, because the reason may no longer apply. */
  resume(names: readonly JobStateName[], how?: Resumption): void {
    const jobs = this.all().filter((job) => names.includes(job.state.name));
    resumeParked(this.#parts.store, jobs, how);
  }

  /** Polls the services for every job now. */
  wake(): void {
    this.#parts.poller.wake();
    this.#parts.queue.wake();
  }

  /** True if the changes of this job can be undone. Without an id, true if any changes can be. */
  canUndo(id?: string): boolean {
    const { undoHistory } = this.#parts;
    return id === undefined ? undoHistory.all().length > 0 : undoHistory.get(id) !== undefined;
  }

  /** The last batch with changes that can still be undone. */
  lastBatch(): string | undefined {
    return this.#parts.undoHistory.all().at(-1)?.batch;
  }

  /** The number of a batch's results that can still be undone. */
  resultsToUndo(batch: string): number {
    return this.#parts.undoHistory.ofBatch(batch).length;
  }

  /** Backs up the sources of jobs before the caller removes them. Returns the jobs that now have a backup. */
  async backUpSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, (job) => backUpSource({ ...this.#options, ...this.#parts }, job));
  }

  /** Returns the jobs whose sources were removed, and deletes the backups of the others. */
  async withoutSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, ({ id }) => isSourceGone({ ...this.#options, ...this.#parts }, id));
  }

  /** Restores removed sources from their backups, and returns their jobs. */
  async restoreSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, ({ id }) => restoreSource({ ...this.#options, ...this.#parts }, id));
  }

  /** The output of a job as it was saved. */
  placedBy(id: string): PlacedFile | undefined {
    return this.#parts.undoHistory.get(id)?.output;
  }

  /** The backup of the file that a job's output replaced. */
  backupOf(id: string): Backup | undefined {
    return this.#parts.undoHistory.get(id)?.replaced;
  }

  /**
   * Saves a file beside the results of a batch. Undoing the batch removes the file, if it is unchanged. An existing
   * file isn't overwritten.
   * @returns whether the file was saved
   * @throws FileStoreError
   */
  async placeBeside(batch: string, uri: string, content: Uint8Array): Promise<boolean> {
    return placeCompanion({ ...this.#options, ...this.#parts }, batch, uri, content);
  }

  /** Undoes the changes of a batch, by default the last one, and removes its jobs. */
  async undo(batch?: string): Promise<UndoOutcome> {
    // Two at once would restore each file twice.
    const { outcome, undone } = await this.#undoLock.run('', async () =>
      undo({ ...this.#options, ...this.#parts }, batch),
    );
    this.remove(undone);
    this.#undone.fire(undone);
    return outcome;
  }

  /**
   * Ends all work. When this returns, all essential records are on disk, because an editor that quits may not wait.
   * Activities may still be cleaning up.
   */
  dispose(): void {
    this.#parts.activities.dispose();
    for (const { id, state, sourceBytes } of this.all()) {
      // The upload is aborted before its end, so the service certainly didn't accept it.
      if (state.name === 'uploading' && state.sentBytes < (sourceBytes ?? 0)) {
        this.#parts.store.transition(id, states.waiting());
      }
    }
    this.#parts.owned.dispose();
  }

  /** Disposes this object, and resolves once nothing is being written any more. */
  async close(): Promise<void> {
    this.dispose();
    const { activities, restoration, journal, leases } = this.#parts;
    await Promise.all([activities.close(), restoration.close(), journal.close(), leases.close()]);
  }

  async #restore(): Promise<void> {
    await this.#parts.restoration.start();
    this.#trim();
    await this.#parts.backups.prune();
    this.#parts.queue.open();
    this.wake();
  }

  #jobs(ids: readonly string[]): Job[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Filters the jobs by an async test, one after the other. */
  async #whose(ids: readonly string[], isSo: (job: Job) => Promise<boolean>): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const job of this.#jobs(ids)) if (await isSo(job)) jobs.push(job);
    return jobs;
  }

  #trim(): void {
    const { clock, history = historyLimits } = this.#options;
    this.remove(expiredJobs(this.all(), clock.now(), history).map((job) => job.id));
  }

  /** Drops all jobs, because another window continues them. */
  #drop(): void {
    this.#options.log('Another window has adopted this window’s jobs.');
    this.#parts.activities.abortAll();
    this.#parts.undoHistory.drop();
    for (const { id } of this.all()) this.#parts.store.remove(id);
  }
}
