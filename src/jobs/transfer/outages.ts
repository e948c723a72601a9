import { isServiceError } from '../../contract/errors.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { type Job, phaseOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { resumeParked } from '../core/resumeParked.ts';
import type { NetworkService, ServiceId } from '../core/service.ts';

const firstMs = 5000;
/** Short enough to notice soon that a service is back. Jobs with large files are polled even more often. */
const capMs = 15_000;

/** Tries one offline job from time to time, and resumes all of them once their service answers. */
export class OfflineProbe implements Disposable {
  readonly #store: JobStore;
  readonly #clock: Clock;
  readonly #listener: Disposable;
  readonly #probes = new Map<ServiceId, { tries: number; timer: Disposable | undefined }>();

  constructor(store: JobStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#listener = store.onDidWrite((job) => {
      if (job.state.name === 'offline') this.#probeLater(job.service);
    });
  }

  dispose(): void {
    this.#listener.dispose();
    for (const { timer } of this.#probes.values()) timer?.dispose();
  }

  /** Call this when a service answered. Resumes every job that waited for it. */
  heard(service: ServiceId): void {
    const probe = this.#probes.get(service);
    if (probe === undefined) return;
    probe.timer?.dispose();
    this.#probes.delete(service);
    resumeParked(this.#store, this.#offline(service));
  }

  #probeLater(service: ServiceId): void {
    const probe = this.#probes.get(service) ?? { tries: 0, timer: undefined };
    this.#probes.set(service, probe);
    if (probe.timer !== undefined) return;
    const delayMs = Math.min(firstMs * 2 ** probe.tries, capMs);
    probe.timer = this.#clock.schedule(delayMs, () => {
      probe.timer = undefined;
      const jobs = this.#offline(service);
      // Tries each job in turn, because only one of them may be affected.
      const tried = jobs[probe.tries % jobs.length];
      probe.tries += 1;
      if (tried !== undefined) resumeParked(this.#store, [tried]);
      // The job may end or become unconfirmed without an answer, which would leave the others waiting.
      if (jobs.length > 1) this.#probeLater(service);
    });
  }

  #offline(service: ServiceId): Job[] {
    return this.#store.all().filter((job) => job.service === service && job.state.name === 'offline');
  }
}

/** After a longer silence, a service counts as unreachable. */
const silentAfterMs = 5000;

/** Marks the jobs of a service that hasn't answered for a while, until it answers again. */
export class OutageDetector implements Disposable {
  readonly #store: JobStore;
  readonly #clock: Clock;
  /** Timers that fire if a service doesn't answer a request in time. */
  readonly #timers = new Map<ServiceId, Disposable>();
  readonly #silent = new Set<ServiceId>();

  constructor(store: JobStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Wraps a service to observe its answers. */
  watched(service: NetworkService): NetworkService {
    const { id, hosted } = service;
    return {
      id,
      hosted,
      get charges() {
        return service.charges;
      },
      address: () => service.address(),
      keyId: () => service.keyId(),
      submit: (submission, signal) => {
        // An upload may take any time. The answer is due once the upload is complete.
        const sizeBytes = submission.files.reduce((sum, file) => sum + file.sizeBytes, 0);
        const onSent = (sentBytes: number): void => {
          submission.onSent(sentBytes);
          if (sentBytes >= sizeBytes) this.#expect(id);
        };
        return this.#hear(id, service.submit({ ...submission, onSent }, signal));
      },
      extensions: (signal) => this.#await(id, service.extensions(signal)),
      job: (tool, remote, signal, waitSeconds = 0) => {
        const answer = service.job(tool, remote, signal, waitSeconds);
        return waitSeconds > 0 ? this.#await(id, this.#hear(id, answer), waitSeconds) : this.#ask(id, answer);
      },
      download: (tool, remote, signal) => this.#ask(id, service.download(tool, remote, signal)),
      limits: (signal, how) => this.#await(id, service.limits(signal, how)),
    };
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }

  async #ask<T>(id: ServiceId, answer: Promise<T>): Promise<T> {
    this.#expect(id);
    return this.#hear(id, answer);
  }

  /** Starts the time within which the service should answer. */
  #expect(id: ServiceId): void {
    if (this.#silent.has(id)) this.#notify(id);
    else if (!this.#timers.has(id)) {
      const timer = this.#clock.schedule(silentAfterMs, () => this.#fallSilent(id));
      this.#timers.set(id, timer);
    }
  }

  /** Notes that the service answered. A refusal is an answer, too. */
  async #hear<T>(id: ServiceId, answer: Promise<T>): Promise<T> {
    try {
      const answered = await answer;
      this.#heard(id);
      return answered;
    } catch (error) {
      if (isServiceError(error)) this.#heard(id);
      throw error;
    }
  }

  /**
   * Waits for an answer that may come from a cache, or late from a long poll. It doesn't prove that the service is
   * reachable, but a long wait shows that it isn't.
   */
  async #await<T>(id: ServiceId, answer: Promise<T>, dueSeconds = 0): Promise<T> {
    const silentMs = silentAfterMs + 1000 * dueSeconds;
    const timer = this.#clock.schedule(silentMs, () => this.#fallSilent(id));
    try {
      return await answer;
    } finally {
      timer.dispose();
    }
  }

  #fallSilent(id: ServiceId): void {
    this.#silent.add(id);
    this.#notify(id);
  }

  #heard(id: ServiceId): void {
    this.#timers.get(id)?.dispose();
    this.#timers.delete(id);
    if (this.#silent.delete(id)) this.#notify(id);
  }

  #notify(id: ServiceId): void {
    const isSilent = this.#silent.has(id);
    for (const { id: jobId, service, state } of this.#store.all()) {
      if (service === id && phaseOf(state) === 'active') this.#store.setUnanswered(jobId, isSilent);
    }
  }
}
