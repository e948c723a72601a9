import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type PollPace, pollPace } from '../contract/dialect.ts';
import { type Clock } from '../util/clock.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { cancelJob } from './cancellation.ts';
import { Activities } from './core/activities.ts';
import { historyLimits, type HistoryLimits, keptOutputOf, outlived } from './core/history.ts';
import { type Job, type JobRequest, type JobStateName, phaseOf, type Problem } from './core/job.ts';
import { type JobChange, JobStore } from './core/jobStore.ts';
import { gestureOf, joinable } from './core/requestKey.ts';
import { afterNaming, join as joinGesture, retry, revive } from './core/revive.ts';
import type { Service, ServiceId } from './core/service.ts';
import { settled } from './core/settled.ts';
import type { FileStore } from './files/fileStore.ts';
import { Journal } from './journal/journal.ts';
import { Leases, type Processes, systemProcesses } from './journal/leases.ts';
import { OtherJournals } from './journal/otherJournals.ts';
import { Backups } from './placement/backups.ts';
import { Effects } from './placement/effects.ts';
import { KeptOutputs } from './placement/keptOutputs.ts';
import { Placer } from './placement/placer.ts';
import { saveKept } from './placement/saveKept.ts';
import { undo, type UndoOutcome } from './placement/undo.ts';
import { Twins } from './queue/duplicateSubmissions.ts';
import { Line } from './queue/submissionQueue.ts';
import { Submitter } from './queue/submitter.ts';
import { Restoration } from './restoration.ts';
import { Deliveries } from './transfer/deliveries.ts';
import { Downloader } from './transfer/downloader.ts';
import { OfflineProbe } from './transfer/offlineProbe.ts';
import { Poller } from './transfer/poller.ts';
import { RemoteFaults } from './transfer/remoteFaults.ts';

export type { JobChange } from './core/jobStore.ts';
export type { UndoOutcome } from './placement/undo.ts';

export interface JobsOptions {
  readonly services: (id: ServiceId) => Promise<Service>;
  readonly files: FileStore;
  /** Path of a folder on the disk that all windows share, for journals, backups and outputs that have no place. */
  readonly storageFolder: string;
  /** What stands against submitting a job, asked right before; the job fails with it, and nothing of it is sent. */
  readonly objection?: (job: Job) => Problem | undefined;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** How often each service is asked for a job; by default as recommended (api.md, Client behavior 3). */
  readonly pace?: (service: ServiceId) => PollPace;
  readonly history?: HistoryLimits;
  readonly processes?: Processes;
  /** A number from 0 to below 1, for jitter. */
  readonly random?: () => number;
}

/** Every job of this window, from pick to file on disk. `restore` is to be called once; until then nothing is submitted. */
export class Jobs implements Disposable {
  readonly #options: JobsOptions;
  readonly #owned = new DisposableStore();
  readonly #setAside = new Emitter<string>();
  readonly #store: JobStore;
  readonly #effects: Effects;
  readonly #backups: Backups;
  readonly #kept: KeptOutputs;
  readonly #activities: Activities;
  readonly #line: Line;
  readonly #poller: Poller;
  readonly #restoration: Restoration;

  /** What changed, told once a turn of the event loop. */
  readonly onDidChange: Event<JobChange>;
  /** Path of a journal that could not be read whole and was put aside under this name; told once. */
  readonly onDidSetAside: Event<string> = this.#setAside.event;

  constructor(options: JobsOptions) {
    this.#options = options;
    const {
      services,
      files,
      storageFolder,
      clock,
      log,
      random = Math.random,
      pace = () => pollPace,
    } = options;
    const folder = join(storageFolder, 'journals');
    const leases = new Leases(folder, clock, options.processes ?? systemProcesses);
    const journal = new Journal(folder, leases.owner, log);
    const store = new JobStore(journal);
    const effects = new Effects(journal);
    const kept = new KeptOutputs(files, join(storageFolder, 'kept'));
    const backups = new Backups(files, join(storageFolder, 'backups'), effects, clock);
    const activities = new Activities((error) => log(`A job met a fault of ours: ${String(error)}`));
    const faults = new RemoteFaults({ store, clock, random });
    const probe = new OfflineProbe(store, clock);
    const shared = { store, journal, files, services, clock, random, log };
    const onHeard = (id: ServiceId): void => probe.heard(id);
    const submitter = new Submitter({
      ...shared,
      objection: options.objection ?? (() => undefined),
      twins: new Twins(store, new OtherJournals(folder, (name) => journal.wrote(name))),
    });
    const downloader = new Downloader({ ...shared, kept, faults });
    const placer = new Placer({ ...shared, kept, effects, backups });
    this.#store = store;
    this.#effects = effects;
    this.#backups = backups;
    this.#kept = kept;
    this.#activities = activities;
    this.onDidChange = store.onDidChange;
    // Disposed last added first: the lease goes when nothing more is written.
    for (const item of [leases, journal, store, probe, this.#setAside]) this.#owned.add(item);
    this.#line = this.#owned.add(new Line({ ...shared, activities, submitter, leases, onHeard }));
    this.#poller = this.#owned.add(new Poller({ ...shared, pace, faults, onHeard }));
    this.#owned.add(new Deliveries(store, activities, downloader, placer));
    const onSetAside = (path: string): void => this.#setAside.fire(path);
    this.#restoration = this.#owned.add(
      new Restoration({ ...shared, folder, leases, effects, kept, onSetAside }),
    );
    this.#owned.add(journal.onDidLose(() => this.#drop()));
  }

  /** In the order in which they were added. */
  all(): readonly Job[] {
    return this.#store.all();
  }

  get(id: string): Job | undefined {
    return this.#store.get(id);
  }

  /** Takes up what the last session and dead windows left. */
  async restore(): Promise<void> {
    await this.#restoration.start();
    this.#trim();
    await this.#backups.prune();
    this.#line.open();
    this.wake();
  }

  /**
   * Adds the jobs of one gesture as one batch. A request that equals a job that has not ended joins it: that job is returned
   * in its place, and taken up again where it was parked.
   */
  add(requests: readonly JobRequest[]): Job[] {
    const batch = randomUUID();
    const known = joinable(this.#store.all());
    const ids = requests.map((request) => {
      const gesture = gestureOf(request);
      const joined = known.get(gesture);
      if (joined !== undefined) {
        joinGesture(this.#store, joined, request.placement);
        return joined.id;
      }
      const job = newJob(request, batch, this.#options.clock.now());
      known.set(gesture, job);
      this.#store.add(job);
      return job.id;
    });
    const jobs = this.#jobs(ids);
    revive(this.#store, jobs);
    this.#trim();
    return this.#jobs(ids);
  }

  /**
   * Resolves with the jobs once each has ended or is parked.
   * @throws the signal's reason, and nothing else
   */
  async settled(ids: readonly string[], signal?: AbortSignal): Promise<Job[]> {
    return settled(this.#store, ids, signal);
  }

  /** Resolves once the jobs are no longer worked on. Unconfirmed ones are forgotten. */
  async cancel(ids: readonly string[]): Promise<void> {
    const parts = { ...this.#options, store: this.#store, activities: this.#activities };
    await Promise.all(ids.map((id) => cancelJob(parts, id)));
  }

  /**
   * Starts ended jobs anew as the same rows and takes parked ones up again; an unconfirmed job only with `mayChargeTwice`.
   */
  retry(ids: readonly string[], options: { readonly mayChargeTwice?: boolean } = {}): void {
    retry(this.#store, this.#jobs(ids), options.mayChargeTwice ?? false, this.#options.clock.now());
    this.#poller.wake(ids);
  }

  /** Answers `needsName`. A name that is taken too is asked for again. */
  async rename(id: string, fileName: string): Promise<void> {
    const state = this.get(id)?.state;
    if (state?.name !== 'needsName') return;
    this.#store.transition(id, afterNaming({ ...state, fileName }), { chosenName: fileName });
    await this.settled([id]);
  }

  /**
   * Saves an output that was kept aside at a place that a person chose.
   * @throws FileError; the output stays where it is kept
   */
  async saveKept(id: string, targetUri: string): Promise<void> {
    await saveKept({ ...this.#options, store: this.#store, kept: this.#kept }, id, targetUri);
  }

  /** Forgets ended and unconfirmed jobs, with outputs that were kept aside for them. */
  remove(ids: readonly string[]): void {
    for (const job of this.#jobs(ids)) {
      if (phaseOf(job.state) !== 'ended' && job.state.name !== 'unconfirmed') continue;
      this.#store.remove(job.id);
      const keptOutput = keptOutputOf(job);
      if (keptOutput !== undefined) void this.#kept.remove(keptOutput).catch(() => {});
    }
  }

  removeEnded(): void {
    this.remove(this.all().flatMap((job) => (phaseOf(job.state) === 'ended' ? job.id : [])));
  }

  /** Takes up again what is parked in one of the states, now that its reason may be gone. */
  resume(states: readonly JobStateName[]): void {
    revive(
      this.#store,
      this.all().filter((job) => states.includes(job.state.name)),
    );
  }

  /** Asks the services for every job now. */
  wake(): void {
    this.#poller.wake();
    this.#line.kick();
  }

  canUndo(): boolean {
    return this.#effects.all().length > 0;
  }

  /** Undoes what a batch, by default the last one, changed in folders and forgets its jobs. */
  async undo(batch?: string): Promise<UndoOutcome> {
    const parts = { files: this.#options.files, effects: this.#effects, backups: this.#backups };
    const { outcome, undone } = await undo(parts, batch);
    this.remove(undone);
    return outcome;
  }

  dispose(): void {
    this.#activities.dispose();
    for (const { id, state, sourceBytes } of this.all()) {
      // Broken off before its end, so it was certainly not accepted.
      if (state.name === 'uploading' && state.sentBytes < (sourceBytes ?? 0)) {
        this.#store.transition(id, { name: 'waiting', notBefore: undefined, problem: undefined });
      }
    }
    this.#owned.dispose();
  }

  #jobs(ids: readonly string[]): Job[] {
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  #trim(): void {
    const { clock, history = historyLimits } = this.#options;
    this.remove(outlived(this.all(), clock.now(), history).map((job) => job.id));
  }

  /** Another window carries everything on. */
  #drop(): void {
    this.#options.log('Another window has taken over the jobs of this one.');
    this.#activities.abortAll();
    this.#effects.drop();
    for (const { id } of this.all()) this.#store.remove(id);
  }
}

function newJob(request: JobRequest, batch: string, createdAt: number): Job {
  return {
    ...request,
    id: randomUUID(),
    batch,
    createdAt,
    sourceBytes: undefined,
    sourceModifiedMs: undefined,
    withheldOptions: undefined,
    charge: undefined,
    chosenName: undefined,
    state: { name: 'waiting', notBefore: undefined, problem: undefined },
  };
}
