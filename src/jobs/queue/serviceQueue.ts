import type { Clock } from '../../util/clock.ts';
import { type Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';
import type { Job, JobStateName } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import type { ServiceId } from '../core/service.ts';

/** The states in which a job uses a slot at its service. */
const inFlightStates: ReadonlySet<JobStateName> = new Set(['uploading', 'queued', 'processing']);

/** A job with a result at its service. */
export interface Success {
  readonly job: Job;
  /** How long the job was in flight, including its upload. */
  readonly inFlightMs: number;
}

/**
 * The jobs of one service that are waiting or in flight. They are indexed, so that a change doesn't scan thousands of
 * jobs.
 */
export class ServiceQueue implements Disposable {
  readonly #store: JobStore;
  readonly #service: ServiceId;
  readonly #clock: Clock;
  readonly #listener: Disposable;
  readonly #waiting = new Map<string, Job>();
  /** The start time of each job in flight. */
  readonly #inFlight = new Map<string, number>();
  /** Jobs in flight whose upload hasn't been answered yet. */
  readonly #uploading = new Set<string>();
  /** Ids of all jobs, in any state. */
  readonly #known = new Set<string>();
  readonly #successes = new Emitter<Success>();
  #isInOrder = true;

  readonly onDidSucceed: Event<Success> = this.#successes.event;

  constructor(store: JobStore, service: ServiceId, clock: Clock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
    this.#listener = store.onDidWrite((job) => this.#note(job));
  }

  /** The waiting jobs, in the order in which they were added. */
  get waiting(): Iterable<Job> {
    if (!this.#isInOrder) this.#sort();
    return this.#waiting.values();
  }

  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** The number of jobs in flight that the service has accepted. */
  get acceptedCount(): number {
    return this.#inFlight.size - this.#uploading.size;
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#successes.dispose();
  }

  #note(job: Job): void {
    const { id, service, state } = job;
    if (service !== this.#service) return;
    const isGone = this.#store.get(id) === undefined;
    const isNew = !this.#known.has(id);
    if (isGone) this.#known.delete(id);
    else this.#known.add(id);
    const now = this.#clock.monotonic();
    const inFlightSince = this.#inFlight.get(id);
    if (!isGone && inFlightStates.has(state.name)) this.#inFlight.set(id, inFlightSince ?? now);
    else this.#inFlight.delete(id);
    if (!isGone && state.name === 'uploading') this.#uploading.add(id);
    else this.#uploading.delete(id);
    if (inFlightSince !== undefined && state.name === 'downloading')
      this.#successes.fire({ job, inFlightMs: now - inFlightSince });
    if (isGone || state.name !== 'waiting') this.#waiting.delete(id);
    else {
      // A job that returns to the queue comes before jobs that were added after it.
      if (!isNew && !this.#waiting.has(id)) this.#isInOrder = false;
      this.#waiting.set(id, job);
    }
  }

  #sort(): void {
    this.#isInOrder = true;
    const waiting = this.#store.all().filter(({ id }) => this.#waiting.has(id));
    this.#waiting.clear();
    for (const job of waiting) this.#waiting.set(job.id, job);
  }
}
