import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';

/** What is being done for jobs right now: at most one thing a job, each with a signal that ends it. */
export class Activities implements Disposable {
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  readonly #onFault: (error: unknown) => void;
  readonly #ends = new Emitter<string>();
  #disposed = false;

  /** Nothing runs for this job any more. */
  readonly onDidEnd: Event<string> = this.#ends.event;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** The jobs for which something is being done. */
  get running(): Iterable<string> {
    return this.#running.keys();
  }

  isRunning(jobId: string): boolean {
    return this.#running.has(jobId);
  }

  /**
   * Runs something for a job, unless this is disposed. An error that it does not handle itself, other than the end it was
   * asked for, is a bug.
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

  /** Resolves once nothing runs for the job. */
  async ended(jobId: string): Promise<void> {
    await this.#running.get(jobId)?.ended;
  }

  async abort(jobId: string): Promise<void> {
    const running = this.#running.get(jobId);
    running?.controller.abort();
    await running?.ended;
  }

  /** Ends everything that runs; more can be started. */
  abortAll(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }

  dispose(): void {
    this.#disposed = true;
    this.#ends.dispose();
    this.abortAll();
  }

  /** Disposes, and resolves once nothing runs. */
  async close(): Promise<void> {
    this.dispose();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }
}
