import type { Disposable } from '../util/disposable.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { cancelJob } from './cancellation.ts';
import type { Backup } from './core/effect.ts';
import { historyLimits, keptOutputOf, outlived } from './core/history.ts';
import {
  type Job,
  type JobPhase,
  type JobRequest,
  type JobStateName,
  type OnCollision,
  type PlacedFile,
  phaseOf,
} from './core/job.ts';
import type { JobChange } from './core/jobStore.ts';
import { afterNaming, join, retry, type RetryChanges, revive } from './core/revive.ts';
import type { ServiceId } from './core/service.ts';
import { settled } from './core/settled.ts';
import { states } from './core/states.ts';
import { buildJobParts, type JobParts, type JobsOptions } from './jobParts.ts';
import { placeCompanion } from './placement/companions.ts';
import { backUpSource, isSourceGone, restoreSource } from './placement/removedSources.ts';
import { saveKept } from './placement/saveKept.ts';
import { undo, type UndoOutcome } from './placement/undo.ts';
import { enqueue } from './queue/enqueue.ts';
import { relocate } from './relocation.ts';

export type { JobChange } from './core/jobStore.ts';
export type { JobsOptions } from './jobParts.ts';
export type { UndoOutcome } from './placement/undo.ts';

/** Every job of this window, from pick to file on disk. `restore` is to be called once; until then nothing is submitted. */
export class Jobs implements Disposable {
  readonly #options: JobsOptions;
  readonly #parts: JobParts;
  readonly #undone = new Emitter<readonly string[]>();
  readonly #restoring = Promise.withResolvers<void>();

  /** Settles as `restore` does, which others than its caller may wait for. */
  readonly restored = this.#restoring.promise;
  /** What changed, told once a turn of the event loop. */
  readonly onDidChange: Event<JobChange>;
  /** Ids of jobs that the last session or a dead window left, at the start or later. */
  readonly onDidAdopt: Event<readonly string[]>;
  /** Path of a journal that could not be read whole and was put aside under this name; told once. */
  readonly onDidSetAside: Event<string>;
  /** Ids of jobs whose results are gone again. */
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

  /** In the order in which they were added. */
  all(): readonly Job[] {
    return this.#parts.store.all();
  }

  get(id: string): Job | undefined {
    return this.#parts.store.get(id);
  }

  /** How many there are in a phase. */
  count(phase: JobPhase): number {
    return this.#parts.store.count(phase);
  }

  /** Takes up what the last session and dead windows left. */
  async restore(): Promise<void> {
    this.#restoring.resolve(this.#restore());
    await this.restored;
  }

  /**
   * Adds the jobs as one batch. A request that equals a job that has not ended joins it: that job is returned in its place,
   * and taken up again where it was parked.
   */
  add(requests: readonly JobRequest[]): Job[] {
    const ids = enqueue(this.#parts.store, requests, this.#options.clock.now());
    revive(this.#parts.store, this.#jobs(ids));
    this.#trim();
    return this.#jobs(ids);
  }

  /**
   * Resolves with the jobs once each has ended or is parked.
   * @throws the signal's reason, and nothing else
   */
  async settled(ids: readonly string[], signal?: AbortSignal): Promise<Job[]> {
    return settled(this.#parts.store, ids, signal);
  }

  /** Resolves once the jobs are no longer worked on. Unconfirmed ones are forgotten. */
  async cancel(ids: readonly string[]): Promise<void> {
    const parts = { ...this.#options, ...this.#parts };
    await Promise.all(ids.map((id) => cancelJob(parts, id)));
  }

  /**
   * Starts ended jobs anew as the same rows and takes parked ones up again; an unconfirmed job only with `mayChargeTwice`.
   */
  retry(ids: readonly string[], changes: RetryChanges = {}): void {
    retry(this.#parts.store, this.#jobs(ids), changes, this.#options.clock.now());
    this.#parts.poller.wake(ids);
  }

  /**
   * Has another service do what these jobs wait for, as far as theirs has certainly not accepted them. Resolves to the ids of
   * the new jobs by those of the jobs that they replace in their batch.
   */
  async moveTo(service: ServiceId, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return relocate({ ...this.#options, ...this.#parts }, ids, service);
  }

  /** Answers `needsName`. A name that is taken too is asked for again. */
  async rename(id: string, fileName: string): Promise<void> {
    const state = this.get(id)?.state;
    if (state?.name !== 'needsName') return;
    this.#parts.store.transition(id, afterNaming({ ...state, fileName }), { chosenName: fileName });
    await this.settled([id]);
  }

  /** Lets jobs that wait for a name go on in another way than by asking for it. */
  resolveCollisions(ids: readonly string[], onCollision: Exclude<OnCollision, 'ask'>): void {
    for (const job of this.#jobs(ids)) join(this.#parts.store, job, { ...job.placement, onCollision });
  }

  /**
   * Saves an output that was kept aside at a place that a person chose.
   * @throws FileError; the output stays where it is kept
   */
  async saveKept(id: string, targetUri: string): Promise<void> {
    await saveKept({ ...this.#options, ...this.#parts }, id, targetUri);
  }

  /** Forgets ended and unconfirmed jobs, with outputs that were kept aside for them. */
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

  /** Takes up again what is parked in one of the states, now that its reason may be gone. */
  resume(names: readonly JobStateName[]): void {
    revive(
      this.#parts.store,
      this.all().filter((job) => names.includes(job.state.name)),
    );
  }

  /** Asks the services for every job now. */
  wake(): void {
    this.#parts.poller.wake();
    this.#parts.queue.wake();
  }

  /** Whether anything can be undone, or what this job did. */
  canUndo(id?: string): boolean {
    const { effects } = this.#parts;
    return id === undefined ? effects.all().length > 0 : effects.get(id) !== undefined;
  }

  /** The batch that changed something last, as far as it can be undone. */
  lastBatch(): string | undefined {
    return this.#parts.effects.all().at(-1)?.batch;
  }

  /** Keeps copies of the sources of jobs that are about to be removed, and gives the jobs of which there is one. */
  async backUpSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, (job) => backUpSource({ ...this.#options, ...this.#parts }, job));
  }

  /** Gives the jobs whose sources are gone, and forgets the copies of all others. */
  async withoutSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, ({ id }) => isSourceGone({ ...this.#options, ...this.#parts }, id));
  }

  /** Puts sources back of which copies are kept, and gives their jobs. */
  async restoreSources(ids: readonly string[]): Promise<Job[]> {
    return this.#whose(ids, ({ id }) => restoreSource({ ...this.#options, ...this.#parts }, id));
  }

  /** What the output of this job was once it was in its place. */
  placedBy(id: string): PlacedFile | undefined {
    return this.#parts.effects.get(id)?.output;
  }

  /** The copy that is kept of what the output of this job replaced. */
  backupOf(id: string): Backup | undefined {
    return this.#parts.effects.get(id)?.replaced;
  }

  /**
   * Puts a file beside the results of a batch that goes when the batch is undone, if it is still the same then.
   * @returns whether its name was free; what has the name stays
   * @throws FileError
   */
  async placeBeside(batch: string, uri: string, content: Uint8Array): Promise<boolean> {
    return placeCompanion({ ...this.#options, ...this.#parts }, batch, uri, content);
  }

  /** Undoes what a batch, by default the last one, changed in folders and forgets its jobs. */
  async undo(batch?: string): Promise<UndoOutcome> {
    const { outcome, undone } = await undo({ ...this.#options, ...this.#parts }, batch);
    this.remove(undone);
    this.#undone.fire(undone);
    return outcome;
  }

  /**
   * Ends all work. What must not be forgotten is on the disk when this returns, because an editor that quits may not wait;
   * what was under way may still clear up behind itself.
   */
  dispose(): void {
    this.#parts.activities.dispose();
    for (const { id, state, sourceBytes } of this.all()) {
      // Broken off before its end, so it was certainly not accepted.
      if (state.name === 'uploading' && state.sentBytes < (sourceBytes ?? 0)) {
        this.#parts.store.transition(id, states.waiting());
      }
    }
    this.#parts.owned.dispose();
  }

  /** Disposes, and resolves once nothing is written any more. */
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

  /** The jobs for which something can be said or done, one after the other. */
  async #whose(ids: readonly string[], isSo: (job: Job) => Promise<boolean>): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const job of this.#jobs(ids)) if (await isSo(job)) jobs.push(job);
    return jobs;
  }

  #trim(): void {
    const { clock, history = historyLimits } = this.#options;
    this.remove(outlived(this.all(), clock.now(), history).map((job) => job.id));
  }

  /** Another window carries everything on. */
  #drop(): void {
    this.#options.log('Another window has taken over the jobs of this one.');
    this.#parts.activities.abortAll();
    this.#parts.effects.drop();
    for (const { id } of this.all()) this.#parts.store.remove(id);
  }
}
