import { type Disposable } from '../../util/disposable.ts';
import type { Job, JobStateName } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import type { ServiceId } from '../core/service.ts';

/** In which a job takes up a place at its service. */
const inFlightStates: ReadonlySet<JobStateName> = new Set(['uploading', 'queued', 'processing']);

/**
 * The jobs of one service that wait for it or are in flight, kept at hand: thousands are not gone through for each change of
 * one of them.
 */
export class Line implements Disposable {
  readonly #store: JobStore;
  readonly #service: ServiceId;
  readonly #listener: Disposable;
  readonly #waiting = new Map<string, Job>();
  readonly #inFlight = new Set<string>();
  /** Of all jobs that there are, in whatever state. */
  readonly #known = new Set<string>();
  #isInOrder = true;

  constructor(store: JobStore, service: ServiceId) {
    this.#store = store;
    this.#service = service;
    this.#listener = store.onDidWrite((job) => this.#note(job));
  }

  /** Those that wait, in the order in which they were added. */
  get waiting(): Iterable<Job> {
    if (!this.#isInOrder) this.#sort();
    return this.#waiting.values();
  }

  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #note(job: Job): void {
    const { id, service, state } = job;
    if (service !== this.#service) return;
    const isGone = this.#store.get(id) === undefined;
    const isNew = !this.#known.has(id);
    if (isGone) this.#known.delete(id);
    else this.#known.add(id);
    if (!isGone && inFlightStates.has(state.name)) this.#inFlight.add(id);
    else this.#inFlight.delete(id);
    if (isGone || state.name !== 'waiting') this.#waiting.delete(id);
    else {
      // What comes back stands before those that were added after it.
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
