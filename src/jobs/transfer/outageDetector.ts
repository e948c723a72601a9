import { isServiceError } from '../../contract/errors.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { phaseOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import type { Service, ServiceId } from '../core/service.ts';

/** After a longer silence, a service counts as unreachable. */
const silentAfterMs = 5000;

/**
 * Marks the jobs of a service that hasn't answered for a while, until it answers again. Ignores the local service,
 * which may be busy, but not unreachable.
 */
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
  watched(service: Service): Service {
    const { id, hosted, cancellable } = service;
    if (!hosted) return service;
    return {
      id,
      hosted,
      cancellable,
      get charges() {
        return service.charges;
      },
      epoch: () => service.epoch(),
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
      cancel: (tool, remote) => service.cancel(tool, remote),
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
