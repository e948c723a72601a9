import type { Disposable } from '../util/disposable.ts';

/** What is being done for jobs right now: at most one thing a job, each with a signal that ends it. */
export class Activities implements Disposable {
  readonly #running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  isRunning(jobId: string): boolean {
    return this.#running.has(jobId);
  }

  /** Runs something for a job; an error that it does not handle itself, other than the end it was asked for, is a bug. */
  start(jobId: string, run: (signal: AbortSignal) => Promise<void>, onEnd: () => void): void {
    const controller = new AbortController();
    const ended = run(controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) this.#onFault(error);
      })
      .finally(() => {
        this.#running.delete(jobId);
        onEnd();
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

  dispose(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }
}
