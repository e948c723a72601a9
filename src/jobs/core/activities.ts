import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';

/** The ongoing work for jobs: at most one activity per job, each with a signal that ends it. */
export class Activities implements Disposable {
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  readonly #onFault: (error: unknown) => void;
  readonly #ends = new Emitter<string>();
  #disposed = false;

  /** Fires when the activity of a job has ended, with the job's id. */
  readonly onDidEnd: Event<string> = this.#ends.event;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** The ids of the jobs with an activity. */
  get running(): Iterable<string> {
    return this.#running.keys();
  }

  isRunning(jobId: string): boolean {
    return this.#running.has(jobId);
  }

  /**
   * Starts an activity for a job, unless this object is disposed. Unhandled errors, except those of an abort, are bugs.
   */
  start(jobId: string, run: (signal: AbortSignal) => Promise<void>): void {
    if (this.#disposed) return;
    const controller = new AbortController();
    const ended = run(controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) this.#onFault(error);
      })
      .finally(() => {
        this.#running.delete(jobId);
        this.#ends.fire(jobId);
      });
    this.#running.set(jobId, { controller, ended });
  }

  /** Resolves once the job has no activity. Doesn't abort it. */
  async ended(jobId: string): Promise<void> {
    await this.#running.get(jobId)?.ended;
  }

  async abort(jobId: string): Promise<void> {
    const running = this.#running.get(jobId);
    running?.controller.abort();
    await running?.ended;
  }

  /** Aborts all activities. New ones can still be started. */
  abortAll(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }

  dispose(): void {
    this.#disposed = true;
    this.#ends.dispose();
    this.abortAll();
  }

  /** Disposes this object, and resolves once all activities have ended. */
  async close(): Promise<void> {
    this.dispose();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }
}
