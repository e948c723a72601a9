import { type Disposable, toDisposable } from '../../../util/disposable.ts';

/** The requests that wait for a job to end. */
export class JobWatches {
  readonly #listeners = new Map<string, Set<() => void>>();
  #isClosed = false;

  /** The ids of jobs that at least one request waits for. */
  get jobs(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  /** The number of waiting requests. */
  get count(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Calls `listener` when the job ends, until the result is disposed. */
  add(job: string, listener: () => void): Disposable {
    if (this.#isClosed) listener();
    const listeners = this.#listeners.get(job) ?? new Set();
    this.#listeners.set(job, listeners.add(listener));
    return toDisposable(() => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(job) === listeners) this.#listeners.delete(job);
    });
  }

  notify(job: string): void {
    for (const listener of this.#listeners.get(job) ?? []) listener();
  }

  /** Resolves all waits, because the service is closing. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.jobs) this.notify(job);
  }
}
