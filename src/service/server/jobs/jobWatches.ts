import { type Disposable, toDisposable } from '../../../util/disposable.ts';

/** The requests that wait for a job to end. */
export class JobWatches {
  readonly #looks = new Map<string, Set<() => void>>();
  #isClosed = false;

  /** The ids of jobs that at least one request waits for. */
  get jobs(): readonly string[] {
    return [...this.#looks.keys()];
  }

  /** The number of waiting requests. */
  get count(): number {
    return [...this.#looks.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Calls `look` when the job ends, until the result is disposed. */
  add(job: string, look: () => void): Disposable {
    if (this.#isClosed) look();
    const looks = this.#looks.get(job) ?? new Set();
    this.#looks.set(job, looks.add(look));
    return toDisposable(() => {
      looks.delete(look);
      if (looks.size === 0 && this.#looks.get(job) === looks) this.#looks.delete(job);
    });
  }

  notify(job: string): void {
    for (const look of this.#looks.get(job) ?? []) look();
  }

  /** Resolves all waits, because the service is closing. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.jobs) this.notify(job);
  }
}
